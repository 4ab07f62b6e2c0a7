/** Tests what names of columns mean that programs, databases and people use. */
import { describe, expect, it } from "vitest";
import { columnWords, moneyWords } from "./column-words";
import names from "./names.json" with { type: "json" };
import { findMeaning } from "./synonyms";

function meaning(column: string): string {
  const words = columnWords(column);
  const money = moneyWords(words);
  const found = findMeaning(words);
  if (found === undefined || found === "aggregate") return found ?? "unknown";
  const unit = found.concept === "amount" && money.multiply !== null ? ` × ${money.multiply}` : "";
  const currency = found.concept === "amount" && money.currency !== null ? ` ${money.currency}` : "";
  return [found.side, found.concept].filter((part) => part !== null).join(" ") + unit + currency;
}

describe("findMeaning", () => {
  it("knows the meanings that languages have names for", () => {
    const { western, ...others } = names;
    const meanings = Object.values(others).flatMap(({ concepts, sides }) => Object.keys({ ...concepts, ...sides }));
    expect(Object.keys({ ...western.concepts, ...western.sides })).toEqual(expect.arrayContaining(meanings));
  });

  it.each([
    ["Value of Transaction ($mil)", "amount × 1000000 USD"],
    ["Total Transaction Value ($USDmm, Historical rate)", "amount × 1000000 USD"],
    ["Deal value th EUR", "amount × 1000 EUR"],
    ["Amount (USD 000s)", "amount × 1000 USD"],
    ["Valor (R$ milhões)", "amount × 1000000 BRL"],
    ["Valor (R$ mil)", "amount × 1000 BRL"],
    ["Montant en millions d'euros", "amount × 1000000 EUR"],
    ["Amt ($M)", "amount × 1000000 USD"],
    ["Price per Share", "aggregate"],
    ["Cost basis", "aggregate"],
    ["Profit_Margin_pct", "aggregate"],
    ["id_startup", "company key"],
    ["id_acquisition", "key"],
    ["# FTEs", "employees"],
    ["Rubro", "industry"],
    ["% Acquired", "aggregate"],
    ["Round Post Money Valuation (USD)", "aggregate"],
    ["Ticket size", "aggregate"],
    ["VC Round", "aggregate"],
    ["Lead Status", "aggregate"],
    ["Create Date", "aggregate"],
    ["Investors Websites", "aggregate"],
    ["Stage of Funding", "round"],
    ["InvestmentnType", "round"],
    ["Stage at entry", "round"],
    ["Size of round", "amount"],
    ["With participation from", "investors"],
    ["Investor/s", "investors"],
    ["Follow-on Investors", "investors"],
    ["Beteiligte Investoren", "investors"],
    ["Practice Areas", "industry"],
    ["Primary Location", "location"],
    ["Geographic Locations [Target/Issuer]", "target location"],
    ["Buyers/Investors", "acquirer name"],
    ["Acquiror Nation", "acquirer country"],
    ["Bidder Company", "acquirer name"],
    ["Date Effective", "joined"],
    ["Date Start Role", "joined"],
    ["Date End Role", "left"],
    ["Bisherige Position", "previousRole"],
    ["Ancien poste", "previousRole"],
    ["Nouveau poste", "role"],
    ["Nom de famille", "lastName"],
    ["Old Employer", "from name"],
    ["Company (previous)", "from name"],
    ["Wechsel zu", "company name"],
    ["Appointee", "person name"],
    ["Established Yr.", "founded"],
    ["Current Company Headcount", "company employees"],
    ["New job title", "role"],
    ["New Position Company Website", "company website"],
    ["Past Position Title", "previousRole"],
    ["Past Position Company", "from name"],
    ["New Position Date", "joined"],
    ["Nº empleados", "employees"],
    ["タグ", "industry"],
    ["ニュースURL", "source"],
    ["サブカテゴリ", "industry"],
    ["Subsetor", "subIndustry"],
    ["Líder", "leadInvestors"],
    ["Deal Types", "round type"],
    ["DEAL DATE - COMPLETED", "closing"],
    ["기술", "industry"],
    ["Favourite colour", "unknown"],
    ["Constructor", "unknown"],
  ])("reads %s as %s", (column, expected) => {
    expect(meaning(column)).toBe(expected);
  });

  it.each([
    [
      "Dutch",
      "Bedrijf: company name, Aankondigingsdatum: announced, Bedrag (mln €): amount × 1000000 EUR, Investeringsronde: round, Overige investeerders: investors, Vestigingsplaats: city, Bron: source, Overnemende partij: acquirer name, Vorige werkgever: from name, Nieuwe functie: role",
    ],
    [
      "Polish",
      "Data ogłoszenia: announced, Spółka: company name, Startup: company name, Czym się zajmuje: description, Miasto: city, Branża: industry, Runda: round, Kwota (tys. zł): amount × 1000 PLN, Waluta: currency, Inwestor wiodący: leadInvestors, Pozostali inwestorzy: investors, Źródło: source, Zrodlo: source, Nabywca: acquirer name, Przejmowany: target name, Łącznie pozyskano: aggregate, Poprzednie stanowisko: previousRole, Imię i nazwisko: person name",
    ],
    [
      "Swedish",
      "Publicerad: announced, Namn: name, Bolag: company name, Ny befattning: role, Arbetsgivare: company name, Ort: city, Bransch: industry, Kommer närmast från: from name, Tillträder: joined, Typ: type, Källa: source, Belopp (mkr): amount × 1000000, Runda: round, Investerare: investors, Köpare: acquirer name, Förvärvat bolag: target name, Omsättning: aggregate, Efterträder: aggregate",
    ],
    [
      "Danish",
      "Dato: announced, Virksomhed: company name, Beløb (mio. kr.): amount × 1000000, Branche: industry, Øvrige investorer: investors, Hjemmeside: website, Antal ansatte: employees, Stiftet: founded, Køber: acquirer name, Opkøbt virksomhed: target name, Tiltræder: joined, Kilde: source",
    ],
    [
      "Norwegian",
      "Selskap: company name, Beløp (MNOK): amount × 1000000 NOK, Bransje: industry, Kjøper: acquirer name, Oppkjøpt selskap: target name, Nettside: website, Ny stilling: role, Tidligere arbeidsgiver: from name, Lenke: source, Verdsettelse: aggregate",
    ],
    [
      "Finnish",
      "Yritys: company name, Julkaisupäivä: announced, Rahoituskierros: round, Summa (milj. €): amount × 1000000 EUR, Sijoittajat: investors, Toimiala: industry, Kotipaikka: city, Ostaja: acquirer name, Ostokohde: target name, Lähde: source, Liikevaihto: aggregate",
    ],
    [
      "Czech",
      "Společnost: company name, Datum oznámení: announced, Částka (mil. Kč): amount × 1000000 CZK, Kolo: round, Ostatní investoři: investors, Město: city, Obor: industry, Kupující: acquirer name, Zdroj: source, Předchozí pozice: previousRole, Tržby: aggregate",
    ],
    [
      "Hungarian",
      "Cég: company name, Bejelentés dátuma: announced, Összeg: amount, Befektetők: investors, Város: city, Iparág: industry, Felvásárló: acquirer name, Célvállalat: target name, Forrás: source, Beosztás: role, Árbevétel: aggregate",
    ],
    [
      "Romanian",
      "Companie: company name, Data anunțului: announced, Sumă: amount, Rundă: round, Alți investitori: investors, Oraș: city, Domeniu: industry, Cumpărător: acquirer name, Companie țintă: target name, Sursă: source, Funcție: role, Cifra de afaceri: aggregate",
    ],
    [
      "Turkish",
      "Girişim: company name, Duyuru Tarihi: announced, Yatırım Tutarı: amount, Yatırım Turu: round, Yatırımcılar: investors, Şehir: city, Sektör: industry, Alıcı: acquirer name, Hedef Şirket: target name, Kaynak: source, Yeni Görev: role, Değerleme: aggregate",
    ],
    [
      "Russian",
      "Компания: company name, Дата объявления: announced, Сумма (млн руб.): amount × 1000000 RUB, Раунд: round, Другие инвесторы: investors, Город: city, Отрасль: industry, Покупатель: acquirer name, Источник: source, Новая должность: role, Выручка: aggregate",
    ],
    [
      "Ukrainian",
      "Компанія: company name, Дата угоди: announced, Сума: amount, Інвестори: investors, Місто: city, Галузь: industry, Покупець: acquirer name, Джерело: source, Посада: role, Прізвище: lastName",
    ],
    [
      "Chinese",
      "公司名称: company name, 公司网址: website, 成立时间: founded, 地点: location, 行业: industry, 子行业: subIndustry, 融资时间: announced, 轮次: round, 融资金额: amount, 融资金额（万元）: amount × 10000 CNY, 融資金額: amount, 投资方: investors, 领投方: leadInvestors, 公司简介: description, 收购方: acquirer name, 被收购方: target name, 融资总额: aggregate, 估值: aggregate, 职位: role, 姓名: person name",
    ],
    [
      "Japanese",
      "企業名: company name, 会社名: company name, 発表日: announced, 調達額: amount, 調達額（億円）: amount × 100000000 JPY, 金額(百万円): amount × 1000000 JPY, ラウンド: round, 投資家: investors, 業種: industry, 所在地: location, 設立年: founded, 出典: source, 買収企業: acquirer name, 対象企業: target name, 役職: role, 氏名: person name, 累計調達額: aggregate",
    ],
    [
      "Korean",
      "기업명: company name, 발표일: announced, 투자금액: amount, 투자금액(억원): amount × 100000000 KRW, 라운드: round, 투자자: investors, 업종: industry, 소재지: location, 설립연도: founded, 출처: source, 인수기업: acquirer name, 직책: role, 기업가치: aggregate",
    ],
    [
      "Indonesian",
      "Nama Perusahaan: company name, Tanggal Pengumuman: announced, Nilai Pendanaan (juta USD): amount × 1000000 USD, Tahap Pendanaan: round, Investor Utama: leadInvestors, Kota: city, Bidang Usaha: industry, Pembeli: acquirer name, Sumber: source, Jabatan: role, Valuasi: aggregate",
    ],
    ["Spanish", "Actividad: description, Otros inversores: investors"],
  ])("reads names in %s", (_language, columns) => {
    const expected = columns.split(", ");
    expect(expected.map((one) => one.replace(/: .*/, "")).map((name) => `${name}: ${meaning(name)}`)).toEqual(expected);
  });
});
