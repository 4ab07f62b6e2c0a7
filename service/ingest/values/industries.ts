/** Reads industry groups and verticals from labels, older names, short forms and single words. */
import { INDUSTRY_SPELLINGS } from "@dealflow/contract/query/list-readers";
import type { INDUSTRIES } from "@dealflow/contract/values/industries";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import type { Vertical } from "@/service/records/company";
import { memoize } from "./memoize";
import { foldWords } from "./text";

/** Words that the filters of the interface don't know, and that mean one industry alone. */
const INDUSTRY_WORDS: Readonly<Partial<Record<(typeof INDUSTRIES)[number], string>>> = {
  "Software Development":
    "enterprise software|b2b software|software as a service|apps|application software|software company|logiciel|logiciels|edition de logiciels|developer tools|devtools",
  "Mobile Computing Software Products": "mobile apps|mobile app|mobile software",
  "Data Infrastructure and Analytics": "big data|analytics|data analytics|data infrastructure",
  "Business Intelligence Platforms": "business intelligence",
  "Computer and Network Security":
    "cyber security|network security|it security|infosec|information security|cybersecurite|cybersicherheit",
  "Blockchain Services": "cryptocurrency|cryptocurrencies|web3|defi|bitcoin|digital assets",
  "Financial Services":
    "fin tech|financial technology|payments|lending|financial service|services financiers|finanzdienstleistungen|finanzas|finances|finanzen|financas|servicios financieros|servizi finanziari",
  "Capital Markets": "capital market",
  Manufacturing:
    "fmcg|consumer packaged goods|cpg|consumer goods|konsumguter|produktion|industria manufacturera|manifattura",
  "Technology, Information and Internet": "consumer internet|web",
  "Public Relations and Communications Services": "public relations",
  Insurance: "insurtech|insure tech|insuretech|assurance|versicherung|seguros|assicurazioni|seguro|verzekeringen",
  Banking: "bank|banks|neobank|banque",
  "Real Estate":
    "proptech|property technology|real estate tech|immobilier|immobilien|inmobiliaria|bienes raices|immobiliare|imoveis|vastgoed",
  Construction:
    "contech|construction tech|construction technology|batiment|bau|construccion|construcao|costruzioni|bouw",
  "Legal Services": "legaltech|legal tech|legal technology|regtech",
  "Human Resources Services": "hrtech|hr tech|human resource",
  "Biotechnology Research": "biotechnologies|life sciences|life science|biotechnologie|techbio|biotecnologia",
  "Pharmaceutical Manufacturing": "biopharma|biopharmaceuticals|biopharmaceutical|drug discovery|pharmaceutical",
  "Medical Equipment Manufacturing": "medical device|med tech|medical technology|medizintechnik|dispositifs medicaux",
  "Hospitals and Health Care":
    "healthtech|health tech|digital health|ehealth|e health|health|hospital|hospitals|sante|gesundheitswesen|salud|hospital and health care|hospital and healthcare|saude|salute|gesundheit|sanidad|zorg",
  "Wellness and Fitness Services":
    "wellness|fitness|health and wellness|health wellness and fitness|sport tech|wellness and fitness",
  "Mental Health Care": "mental health",
  "E-Learning Providers":
    "ed tech|education technology|online education|online learning|elearning|educacion|educacao|formazione|formation en ligne",
  "Internet Marketplace Platforms":
    "marketplace|marketplaces|online marketplace|online marketplaces|e commerce platform",
  "Social Networking Platforms": "social network|social networks|social networking|social media",
  "Computer Games": "video games|video game|game|online games|mobile games|esports|jeux video|videospiele",
  "Advertising Services":
    "adtech|ad tech|martech|marketing tech|digital marketing|advertising technology|publicite|werbung|marketing and advertising",
  "Travel Arrangements":
    "travel|tourism|travel and tourism|travel tech|leisure travel and tourism|tourisme|turismo|tourismus|viajes|reisen",
  Farming: "agriculture|agtech|agritech|agri tech|agrotech|landwirtschaft|agricultura|agrifood|landbouw",
  "Food and Beverage Manufacturing": "food production|agroalimentare|agroalimentaire",
  Restaurants: "restaurant",
  "Renewable Energy Power Generation":
    "renewable energy|clean energy|renewables and environment|energies renouvelables|erneuerbare energien|energias renovables|energie rinnovabili|energias renovaveis",
  "Solar Electric Power Generation": "solar|solar energy|solar power|photovoltaics",
  "Wind Electric Power Generation": "wind|wind energy|wind power",
  "Climate Technology Product Manufacturing":
    "climate tech|climatetech|cleantech|clean tech|clean technology|greentech",
  "Semiconductor Manufacturing": "semiconductor|semis|halbleiter",
  "Computer Hardware Manufacturing": "hardware",
  "Robotics Engineering": "robots|robotic|robotique|robotik",
  "Space Research and Technology": "space tech|spacetech|new space|space technology",
  "Defense and Space Manufacturing":
    "defense tech|defence tech|defense and space|aerospace and defense|military and defense",
  "Motor Vehicle Manufacturing": "cars|automobile|automobiles",
  "Transportation, Logistics, Supply Chain and Storage":
    "transportation|transport|logistics tech|supply chain management|logistique|logistik|logistics and supply chain|logistica|transporte|trasporti|transports",
  Telecommunications:
    "telco|telecoms|telecommunication|telekommunikation|telecomunicaciones|telecomunicacoes|telecomunicazioni|telecommunicatie",
  "IT Services and IT Consulting":
    "it consulting|information technology and services|it services and consulting|information technology services|managed services",
  "Business Consulting and Services":
    "management consultancy|consultancy|business services|conseil|unternehmensberatung",
  "Staffing and Recruiting": "recruitment|staffing and recruitment|recrutement",
  "Non-profit Organizations": "non profit|not for profit|ngo|charity|nonprofits",
  "Oil and Gas": "oil gas|petroleum|oil and gas",
  "Entertainment Providers": "entertainment",
  Musicians: "music",
  "Professional Training and Coaching": "training|corporate training|coaching",
  "Wireless Services": "wireless",
  "Nanotechnology Research": "nanotech",
  "Design Services": "web design",
  "Veterinary Services": "veterinary",
  "Personal Care Product Manufacturing": "beauty|cosmetics|personal care|beauty tech",
};

/** These are the same words in the languages of Northern and Eastern Europe and of Asia. */
const WORDS_ELSEWHERE: Readonly<Partial<Record<(typeof INDUSTRIES)[number], string>>> = {
  "Software Development":
    "oprogramowanie|programvara|programvare|ohjelmistot|software vyvoj|szoftver|yazılım|программное обеспечение|软件|企业服务|軟體|ソフトウェア|소프트웨어|perangkat lunak",
  "Financial Services":
    "finanse|usługi finansowe|finans|finanstjenester|rahoitusala|finance|pénzügy|finanțe|finansal hizmetler|финансы|финтех|фінтех|фінанси|金融|金融科技|フィンテック|핀테크|금융|keuangan",
  Insurance:
    "ubezpieczenia|försäkring|forsikring|vakuutus|pojišťovnictví|biztosítás|asigurări|sigorta|страхование|保险|保險|保険|보험|asuransi",
  Banking: "bankowość|bankverksamhet|pankki|bankovnictví|bankacılık|банки|银行|銀行|은행|perbankan",
  "Real Estate":
    "nieruchomości|fastigheter|ejendomme|eiendom|kiinteistöt|nemovitosti|ingatlan|imobiliare|gayrimenkul|недвижимость|нерухомість|房地产|房產|不動産|부동산|properti",
  Construction:
    "budownictwo|bygg|byggeri|rakentaminen|stavebnictví|építőipar|construcții|inşaat|строительство|будівництво|建筑|建設|건설|konstruksi",
  "Biotechnology Research":
    "biotechnologia|bioteknik|bioteknologi|biotekniikka|biotechnologie|biotehnologie|biyoteknoloji|биотех|биотехнологии|生物科技|生物技术|バイオ|バイオテクノロジー|바이오|bioteknologi",
  "Hospitals and Health Care":
    "zdrowie|ochrona zdrowia|hälsa|sjukvård|vård|sundhed|helse|terveys|terveydenhuolto|zdravotnictví|egészségügy|sănătate|sağlık|здравоохранение|медицина|охорона здоров'я|医疗健康|医疗|醫療|医療|ヘルスケア|헬스케어|의료|kesehatan",
  "E-Learning Providers":
    "edukacja|utbildning|uddannelse|utdanning|koulutus|vzdělávání|oktatás|educație|eğitim|образование|освіта|教育|교육|pendidikan",
  "Internet Marketplace Platforms":
    "handel elektroniczny|e handel|verkkokauppa|e ticaret|электронная коммерция|电商|電商|电子商务|eコマース|이커머스",
  Retail:
    "handel|handel detaliczny|detaljhandel|vähittäiskauppa|maloobchod|kiskereskedelem|perakende|ритейл|розничная торговля|零售|小売|소매|유통|ritel|커머스",
  "Personal Care Product Manufacturing": "化妆品|化妝品|化粧品|コスメ|화장품|뷰티",
  "Human Resources Services": "人力资源|人事|인사",
  "Computer Games": "gry|dataspel|spil|pelit|hry|játékok|jocuri|oyun|игры|ігри|游戏|遊戲|ゲーム|게임|permainan",
  "Advertising Services":
    "reklama|marknadsföring|mainonta|reklám|publicitate|reklam|реклама|广告营销|广告|廣告|広告|광고|periklanan",
  "Travel Arrangements":
    "turystyka|turism|resor|rejser|reiseliv|matkailu|cestovní ruch|turizmus|turizm|туризм|旅游|旅遊|旅行|여행|pariwisata",
  Farming:
    "rolnictwo|jordbruk|lantbruk|landbrug|landbruk|maatalous|zemědělství|mezőgazdaság|agricultură|tarım|сельское хозяйство|сільське господарство|агротех|农业|農業|농업|pertanian",
  "Food and Beverage Manufacturing":
    "żywność|livsmedel|fødevarer|elintarvikkeet|potravinářství|élelmiszer|alimentație|gıda|продукты питания|食品|食品饮料|식품|makanan dan minuman",
  Utilities: "energetyka|energi|energia|energetika|energie|enerji|энергетика|енергетика|能源|エネルギー|에너지",
  "Semiconductor Manufacturing":
    "półprzewodniki|halvledare|halvledere|puolijohteet|polovodiče|félvezetők|yarı iletken|полупроводники|半导体|半導體|半導体|반도체",
  "Robotics Engineering":
    "robotyka|robotteknik|robotiikka|robotika|robotică|robotik|робототехника|робототехніка|机器人|機器人|ロボット|ロボティクス|로봇|robotika",
  "Motor Vehicle Manufacturing":
    "motoryzacja|fordonsindustri|autoteollisuus|automobilový průmysl|otomotiv|автомобили|汽车|汽車|自動車|자동차|otomotif",
  "Transportation, Logistics, Supply Chain and Storage":
    "logistyka|transport i logistyka|logistiikka|logistika|logisztika|logistică|lojistik|логистика|транспорт|логістика|物流|物流・運輸|물류|logistik",
  Telecommunications:
    "telekomunikacja|telekommunikation|telekommunikasjon|tietoliikenne|telekomunikace|telekomünikasyon|телеком|телекоммуникации|电信|通信|통신|telekomunikasi",
  Manufacturing:
    "produkcja|tillverkning|tillverkningsindustri|produktion|industri|teollisuus|výroba|gyártás|producție|imalat|производство|виробництво|制造|先进制造|製造|製造業|제조|manufaktur",
  "Entertainment Providers":
    "rozrywka|underhållning|underholdning|viihde|zábava|szórakoztatás|divertisment|eğlence|развлечения|文娱传媒|娱乐|エンタメ|エンターテインメント|엔터테인먼트|hiburan",
  "Chemical Manufacturing": "chemia|kemi|kemia|chemie|vegyipar|kimya|химия|化工|化学|화학|kimia",
  "Business Consulting and Services":
    "doradztwo|rådgivning|konsulttjänster|konsultointi|poradenství|tanácsadás|consultanță|danışmanlık|консалтинг|咨询|コンサルティング|컨설팅|konsultasi",
};

const VERTICAL_WORDS: Readonly<Record<Vertical, string>> = {
  ai: "artificial intelligence|machine learning|deep learning|generative ai|gen ai|genai|llm|computer vision|natural language processing|nlp|ai ml|ai and ml|intelligence artificielle|kunstliche intelligenz|ki|inteligencia artificial|ia|sztuczna inteligencja|artificiell intelligens|kunstig intelligens|tekoäly|umělá inteligence|mesterséges intelligencia|inteligență artificială|yapay zeka|искусственный интеллект|ии|штучний інтелект|人工智能|人工智慧|人工知能|인공지능|kecerdasan buatan",
  fintech:
    "fin tech|financial technology|financial services|payments|payment|lending|banking|insurtech|insurance|wealthtech|regtech|neobank|finance|finanzas|finances|finanzen|financas|zahlungsverkehr|pagos|pagamentos|pagamenti|assurtech|finanse|finans|финтех|фінтех|金融|金融科技|フィンテック|핀테크|금융",
  saas: "software as a service|enterprise software|b2b software|b2b saas|cloud software|企业服务|エンタープライズ",
  devtools: "dev tools|developer tools|devops|developer platform|developer apis|dev tool",
  healthcare:
    "health care|health|healthtech|health tech|digital health|medtech|med tech|biotech|biotechnology|pharma|pharmaceuticals|pharmaceutical|life sciences|life science|medical devices|medical device|hospital and health care|sante|gesundheit|telemedicine|femtech|therapeutics|mental health|salud|saude|salute|sanidad|biotecnologia|biotechnologie|medizintechnik|zdrowie|hälsa|sjukvård|sundhed|helse|terveys|zdravotnictví|egészségügy|sănătate|sağlık|медицина|здравоохранение|医疗健康|医疗|醫療|医療|ヘルスケア|헬스케어|kesehatan",
  climate:
    "climate tech|climatetech|cleantech|clean tech|clean technology|greentech|renewable energy|renewables|clean energy|sustainability|solar|solar energy|wind energy|carbon|carbon removal|energy storage|environment|sostenibilidad|sustentabilidade|sostenibilita|nachhaltigkeit|durabilite|energias renovables|erneuerbare energien|medio ambiente|umwelt|environnement|miljö|ympäristö|životní prostředí|iklim|экология|环保|環境|환경",
  robotics:
    "robots|robot|robotic|drones|drone|robotique|robotik|robotica|drohnen|robotyka|robotiikka|robotika|робототехника|机器人|機器人|ロボット|로봇",
  cybersecurity:
    "cyber security|security software|network security|information security|infosec|it security|cyber|cybersecurite|cybersicherheit|ciberseguridad|ciberseguranca|sicurezza informatica|cyberbezpieczeństwo|cybersäkerhet|cybersikkerhed|cybersikkerhet|kyberturvallisuus|kybernetická bezpečnost|kiberbiztonság|securitate cibernetică|siber güvenlik|кибербезопасность|кібербезпека|网络安全|資訊安全|サイバーセキュリティ|사이버보안",
  logistics:
    "supply chain|supply chain management|transportation|freight|shipping|delivery|logistique|logistik|logistics and supply chain|logistica|transporte|transports|trasporti|logistyka|logistiikka|logistika|logisztika|logistică|lojistik|логистика|логістика|物流|물류",
  commerce:
    "ecommerce|e commerce|retail|retail tech|marketplace|marketplaces|d2c|dtc|online retail|consumer internet|e tailing|comercio electronico|comercio|handel|commerce electronique|varejo|e handel|verkkokauppa|e ticaret|电商|電商|eコマース|이커머스",
  data: "big data|analytics|data analytics|data infrastructure|business intelligence|data science|data platform",
  crypto:
    "cryptocurrency|cryptocurrencies|blockchain|web3|web 3|defi|nft|nfts|bitcoin|digital assets|token|cripto|krypto|criptomonedas|criptomoedas|criptovalute|kryptowahrung",
  media:
    "digital media|entertainment|news|publishing|video|music|film|television|broadcasting|social media|streaming|medien|medios|medias|musik|musica|musique",
  education:
    "edtech|ed tech|e learning|elearning|education technology|online education|training|bildung|educacion|educacao|educazione|formazione|ensenanza|enseignement|edukacja|utbildning|uddannelse|utdanning|koulutus|vzdělávání|oktatás|educație|eğitim|образование|освіта|教育|교육|pendidikan",
  marketing:
    "advertising|adtech|ad tech|martech|sales and marketing|digital marketing|seo|marketing automation|internet marketing|publicidad|publicite|werbung|pubblicita|mercadeo|reklama|广告营销|広告|광고|реклама",
  telecom:
    "telecommunications|telecoms|telecommunication|telco|wireless|voip|5g|networking|telecomunicaciones|telecomunicacoes|telecomunicazioni|telekommunikation",
  realestate:
    "real estate|proptech|prop tech|property technology|property|property management|immobilier|immobilien|construction tech|inmobiliario|inmobiliaria|bienes raices|immobiliare|imobiliario|vastgoed|nieruchomości|fastigheter|ejendomme|eiendom|kiinteistöt|nemovitosti|ingatlan|imobiliare|gayrimenkul|недвижимость|нерухомість|房地产|不動産|부동산|properti",
  hardware:
    "consumer electronics|electronics|semiconductors|semiconductor|iot|internet of things|wearables|computer hardware|chips|devices|elektronik|electronica|electronique|elettronica|halbleiter",
  gaming:
    "games|video games|game|mobile games|online games|esports|computer games|gambling|videojuegos|videospiele|jeux video|videogiochi|jogos|gry|dataspel|spil|pelit|hry|oyun|игры|ігри|游戏|遊戲|ゲーム|게임",
  space:
    "space tech|spacetech|aerospace|satellites|satellite|new space|space travel|space technology|espacio|raumfahrt|spatial|aeroespacial|aerospaziale|kosmos|rymden|avaruus|vesmír|uzay|космос|航天|宇宙|우주",
};

const INDUSTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ...[WORDS_ELSEWHERE, INDUSTRY_WORDS]
    .flatMap((lists) => Object.entries(lists))
    .flatMap(([label, words]) => words.split("|").map((word) => [foldIndustry(word), label] as const)),
  ...[...INDUSTRY_SPELLINGS].map(([name, label]) => [foldIndustry(name), label] as const),
]);

const VERTICAL_NAMES: ReadonlyMap<string, Vertical> = new Map(
  VERTICALS.flatMap(({ value, title }) =>
    [...VERTICAL_WORDS[value].split("|").map(foldWords), foldWords(title), value].map((name) => [name, value] as const),
  ),
);

const SEPARATOR = /[,;|/>]|\s-\s/;

/** These say nothing of the industry: an `E-commerce platform` is in e-commerce. */
const GENERAL_WORDS = /(?: (?:platform|company|startup|start up|industry|sector|solutions))+$/;

function foldIndustry(text: string): string {
  return foldWords(text.replace(/[&+]/g, " and "));
}

/**
 * Returns the industry group that a text names, or of several parts the first that is known (`FinTech | Mobile`);
 * undefined when none is.
 */
export const readIndustry: (text: string) => string | undefined = memoize((text) => {
  const words = foldIndustry(text);
  const whole = INDUSTRY_NAMES.get(words) ?? INDUSTRY_NAMES.get(words.replace(GENERAL_WORDS, ""));
  if (whole !== undefined || !SEPARATOR.test(text)) return whole;
  const parts = text.split(SEPARATOR).map((part) => INDUSTRY_NAMES.get(foldIndustry(part)));
  return parts.find((label) => label !== undefined);
});

/** Returns the vertical that a text names; undefined when it names none, as a whole industry does. */
export const readVertical: (text: string) => Vertical | undefined = memoize((text) =>
  VERTICAL_NAMES.get(foldWords(text)),
);
