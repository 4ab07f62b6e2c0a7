/** Invented files in other languages than English, in the shapes that real ones have. */
import type { Shape } from "./testing-rounds";

export const LANGUAGE_SHAPES: readonly Shape[] = [
  {
    about: "Chinese rounds with provinces, of which some are cities",
    file: "事件.csv",
    text: `事件ID|公司简称|地区|城市|融资时间|融资轮次|融资金额|投资方|标签
      142|青禾|北京|海淀区|2024-12-18|A轮|1.2亿人民币|红杉中国|大模型、农业
      143|云鲸|浙江|杭州市|2024-11-27|天使轮|800万人民币|源码资本|换电`,
    kind: "funding",
    first: {
      key: "142",
      "company.name": "青禾",
      "company.hqCity": "北京",
      "company.industrySubTags": ["大模型", "农业"],
    },
    unmapped: [],
    map: { fields: { "company.hqCity": [{ column: "地区" }, "城市"] } },
  },
  {
    about: "rounds in Polish with a column for the other investors",
    file: "inwestycje_w_startupy_Q3_2026.csv",
    text: `Lp.|Data ogłoszenia|Spółka|Czym się zajmuje|Miasto|Branża|Runda|Kwota|Waluta|Inwestor wiodący|Pozostali inwestorzy|Źródło
      1|03.07.2026|Quorvane|Roboty do magazynów|Warszawa|Robotyka|seria B|38,5 mln|EUR|Hollin|Veld, Ardholt|https://news.example/quorvane-seria-b
      2|08.07.2026|Oakmesh|Oświetlenie w budynkach|Kraków|IoT|seria A|850 tys.|PLN|Veld||https://news.example/oakmesh-seria-a`,
    kind: "funding",
    first: {
      ...{ announcedAt: "03.07.2026", "company.name": "Quorvane", "company.description": "Roboty do magazynów" },
      ...{ "company.hqCity": "Warszawa", "company.industrySubTags": ["Robotyka"], round: "seria B" },
      ...{ amount: "38,5 mln", currency: "EUR", investors: ["Hollin", "Veld", "Ardholt"] },
      ...{ "source.url": "https://news.example/quorvane-seria-b" },
    },
    unmapped: ["Lp."],
    map: { dates: ["dd/mm/yyyy"], numbers: { grouping: "", decimal: "," } },
  },
  {
    about: "rounds in Swedish that name no currency",
    file: "emissioner.csv",
    text: `Datum|Bolag|Ort|Bransch|Belopp (mkr)|Investerare
      2026-05-04|Quorvane|Umeå|Energi|12,5|Hollin, Veld
      2026-05-05|Oakmesh|Lund|Handel|30|Ardholt`,
    kind: "funding",
    first: {
      ...{ "company.name": "Quorvane", "company.hqCity": "Umeå", amount: "12,5M", currency: "SEK" },
      investors: ["Hollin", "Veld"],
    },
    unmapped: [],
  },
  {
    about: "acquisitions in Danish",
    file: "opkøb.csv",
    text: `Dato|Køber|Opkøbt virksomhed|Købspris|Branche|Kilde
      04.05.2026|Quorvane|Oakmesh|12 mio. kr.|Software|https://news.example/a
      25.05.2026|Veld|Ardholt||Handel|https://news.example/b`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "Quorvane", "target.name": "Oakmesh", announcedAt: "04.05.2026", amount: "12 mio. kr." },
      currency: "DKK",
    },
    unmapped: [],
  },
  {
    about: "moves in Finnish",
    file: "nimitykset.csv",
    text: `Henkilö|Yritys|Uusi tehtävä|Edellinen työnantaja|Aloittaa|Julkaistu
      Jane Doe|Quorvane|Toimitusjohtaja|Oakmesh|1.12.2026|13.11.2026
      John Roe|Veld|Talousjohtaja|Ardholt|1.1.2027|14.11.2026`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Jane Doe", "company.name": "Quorvane", role: "Toimitusjohtaja" },
      ...{ "fromCompany.name": "Oakmesh", effectiveDate: "1.12.2026", announcedAt: "13.11.2026" },
    },
    unmapped: [],
  },
  {
    about: "rounds in Chinese with the total of each company",
    file: "公司列表_2018年12月25日.csv",
    text: `公司名称|公司网址|成立时间|地点|行业|子行业|融资时间|轮次|融资金额|投资方|融资总额|估值|公司简介
      奎尔|http://www.quorvane.example|2011-03|陕西-西安|广告营销|整合营销|2016-05-17|A轮|5亿人民币|山资本,河基金|830万|未透露|数据公司
      橡网|http://oakmesh.example/|2009-04|北京-朝阳区|企业服务|软件|2015-12-03|天使轮|630万人民币|河基金|9.1亿|未透露|软件公司`,
    kind: "funding",
    first: {
      ...{ "company.name": "奎尔", "company.domain": "http://www.quorvane.example", "company.foundedYear": "2011" },
      ...{
        announcedAt: "2016-05-17",
        round: "A轮",
        amount: "5亿人民币",
        currency: "CNY",
        investors: ["山资本", "河基金"],
      },
      ...{ "company.industrySubTags": ["广告营销", "整合营销"], "company.description": "数据公司" },
    },
    unmapped: ["融资总额", "估值"],
  },
  {
    about: "acquisitions in Japanese",
    file: "買収一覧.csv",
    text: `発表日|買収企業|対象企業|買収金額（億円）|業種|出典
      2026年9月3日|クオルベイン|オークメッシュ|12|ソフトウェア|https://news.example/a
      2026年9月4日|ベルド|アルドルト|3.5|小売|https://news.example/b`,
    kind: "acquisition",
    first: {
      ...{ "acquirer.name": "クオルベイン", "target.name": "オークメッシュ", announcedAt: "2026年9月3日" },
      ...{ amount: "12億", currency: "JPY" },
    },
    unmapped: [],
  },
  {
    about: "moves in Korean",
    file: "인사.csv",
    text: `성명|회사명|직책|이전 회사|취임일
      김민수|쿼베인|대표이사|오크메시|2026. 9. 3.
      이서연|벨드|CFO|아돌트|2026. 9. 4.`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "김민수", "company.name": "쿼베인", role: "대표이사", "fromCompany.name": "오크메시" },
      effectiveDate: "2026. 9. 3.",
    },
    unmapped: [],
  },
  {
    about: "moves in Swedish that name the previous role with its company",
    file: "Chefsbyten_v40_2026.xlsx",
    text: `Publicerad|Namn|Ny befattning|Arbetsgivare|Ort|Bransch|Kommer närmast från|Tillträder|Efterträder|Typ|Källa
      2026-09-28|Jane Doe|VD|Quorvane|Umeå|Skog|Försäljningsdirektör, Hollin|2027-01-01|Ada Quist|Rekrytering|https://news.example/quorvane-ny-vd
      2026-09-29|John Roe|Marknadschef|Oakmesh|Åre|Handel|Varumärkesansvarig, Veld|2026-11-01||Internrekrytering|https://news.example/oakmesh`,
    kind: "exec_move",
    first: {
      ...{ "person.name": "Jane Doe", "company.name": "Quorvane", role: "VD", moveType: "Rekrytering" },
      ...{ announcedAt: "2026-09-28", effectiveDate: "2027-01-01", "company.hqCity": "Umeå" },
    },
    unmapped: ["Kommer närmast från", "Efterträder"],
  },
  {
    about: "rounds in Spanish with an activity next to a description",
    file: "rondas.csv",
    text: `Empresa|Actividad|Descripción|Fecha|Importe
      Quorvane|Salud|Citas con médicos|13/04/2025|1.500.000 €
      Oakmesh|Energía|Placas para tejados|15/06/2025|2.000.000 €`,
    kind: "funding",
    first: { "company.industrySubTags": ["Salud"], "company.description": "Citas con médicos" },
    unmapped: [],
  },
  {
    about: "rounds with a currency and pages under unknown names",
    file: "a.csv",
    text: `Company|Date|Amount|Mnt|Ref page|Where it stands
      Quorvane|2026-05-04|1500000|EUR|https://news.example/2026/quorvane-raises|https://quorvane.example
      Oakmesh|2026-05-05|700000|PLN|https://paper.example/oakmesh-seed-round|https://www.oakmesh.example/en`,
    kind: "funding",
    first: {
      ...{ currency: "EUR", "source.url": "https://news.example/2026/quorvane-raises" },
      "company.domain": "https://quorvane.example",
    },
    unmapped: [],
  },
  {
    about: "rounds with pages of news sites under a name that contains website",
    file: "a.csv",
    text: `Company|Date|Amount|Round|Website with more
      Quorvane|2026-05-04|1500000|Seed|https://news.example/quorvane
      Oakmesh|2026-05-05|700000|Seed|https://paper.example/2026/oakmesh`,
    kind: "funding",
    first: { "source.url": "https://news.example/quorvane" },
    unmapped: [],
  },
  {
    about: "companies with profiles and files under unknown names",
    file: "companies.csv",
    text: `Company|Profile|Sheet
      Quorvane|https://www.linkedin.com/company/quorvane|https://files.example/quorvane.pdf
      Oakmesh|https://www.linkedin.com/company/oakmesh|https://store.example/oakmesh.pdf`,
    kind: "company",
    first: { name: "Quorvane", socialUrl: "https://www.linkedin.com/company/quorvane" },
    unmapped: ["Sheet"],
  },
  {
    about: "investors in Japanese",
    file: "investors.csv",
    text: `投資家名|法人/個人|出資可能額（万円）|関心領域|ステータス
      山キャピタル|法人|50000|アニメ|承認済
      川太郎|個人|3000|映像|検討中`,
    kind: "investor",
    first: { name: "山キャピタル" },
  },
];
