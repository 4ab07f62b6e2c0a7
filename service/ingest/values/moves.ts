/** Reads what kind of move a source reports, and how senior a job title is. */
import { MOVE_TYPES, type ROLE_SENIORITIES } from "@dealflow/contract/values/events";
import { memoize } from "./memoize";
import { isMissing } from "./missing";
import { foldWords } from "./text";

export type MoveType = (typeof MOVE_TYPES)[number]["value"];
export type RoleSeniority = (typeof ROLE_SENIORITIES)[number]["value"];

const MOVES: ReadonlyMap<string, MoveType> = new Map(
  MOVE_TYPES.flatMap(({ value, title }) => [value, foldWords(title)].map((name) => [name, value] as const)),
);

/** The first pattern that matches counts: who `stepped down` `to join` another company departs. */
const MOVE_WORDS: readonly (readonly [RegExp, MoveType])[] = [
  [
    /\b(promot\w*|promu\w*|promoz\w*|promoc\w*|promov\w*|befordert|beforderung|elevat\w*|bevorder\w*|awans\w*|internrekryter\w*|befordr\w*|forfremm\w*|ylenn\w*|povysen\w*|elolept\w*|terfi\w*)\b|повыш|підвищен|昇進|昇格|晋升|晉升|승진/,
    "promotion",
  ],
  [
    /\b(depart\w*|leav\w*|left|resign\w*|retir\w*|step\w* down|stood down|exit\w*|start\w* own|fired|dismiss\w*|terminat\w*|oust\w*|remov\w*|quit\w*|laid off|died|death|deceased|passed away|ceas\w*|demission\w*|licenci\w*|retraite|quitt\w*|partant|abgang|ruhestand|rucktritt|ausgeschieden|ausscheiden|verlasst|entlassen|abberuf\w*|ruhestand|renunci\w*|dimit\w*|salida|cese|jubil\w*|baja|dimission\w*|uscita|demitid\w*|saida|vertrek\w*|ontslag|odejsc\w*|odchod\w*|odwolan\w*|odvolan\w*|rezygn\w*|rezign\w*|zwoln\w*|avga\w*|avgick|slutar|slutter|lamnar|avsked\w*|fratrae?d\w*|fratre\w*|frantrad\w*|opsag\w*|oppsig\w*|ero|eroaa|lahto|lahtee|irtisano\w*|tavoz\w*|lemond\w*|plec\w*|demis\w*|istifa\w*|ayril\w*|emekli\w*|mengundurkan|mundur|keluar|pensiun\w*)\b|уход|уш[её]?л|уволь?н|отставк|звільнен|відставк|退任|辞任|退職|離任|离任|离职|離職|辞职|辭職|卸任|退休|解任|免职|퇴임|사임|퇴사|사직|해임/,
    "departure",
  ],
  [/^(?:appoint\w*|election) /, "appointment"],
  [
    /\b(transition\w*|transfer\w*|relocat\w*|mov\w*|switch\w*|rotat\w*|interim|lateral|mutation|wechsel\w*|role change|change of role|new role|cambio|changement|successi\w*|zmiana|byte|skift\w*|siirt\w*|zmena|degisiklik|mutasi)\b|переход|异动|異動|변경/,
    "transition",
  ],
  [
    /\b(appoint\w*|hir\w*|join\w*|nam(?:ed|es|ing)|new hire|new job|new company|new position|new employer|new founder|job change|neuzugang\w*|recruit\w*|elect\w*|engag\w*|onboard\w*|added|addition|arriv\w*|return\w*|start\w*|nomm\w*|nomin\w*|embauch\w*|recrut\w*|rejoin\w*|ernenn\w*|ernannt|berufen|berufung|bestell\w*|eingestellt|eintritt|zugang|nombra\w*|contrat\w*|fich\w*|incorpora\w*|ingreso|assun\w*|assum\w*|benoem\w*|aangesteld|aanstelling|styrelse\w*|bestyrelse\w*|powol\w*|mianow\w*|objec\w*|zatrudn\w*|dolacz\w*|rekryter\w*|tilltra\w*|utnamn\w*|tillsatt\w*|anstall\w*|ansat\w*|ansaett\w*|ansett\w*|tiltrae?\w*|tiltre\w*|udnaevn\w*|utnevn\w*|nimit\w*|valit\w*|aloitt\w*|jmenov\w*|nastup\w*|kinevez\w*|csatlakoz\w*|numi\w*|angaj\w*|ata(?:ma|ndi)\w*|getiril\w*|katil\w*|penunjukan|diangkat|ditunjuk|bergabung)\b|назнач|призначен|就任|任命|選任|着任|入社|新任|出任|担任|上任|加入|入职|聘任|委任|취임|선임|임명|입사|영입/,
    "appointment",
  ],
];

/** Returns the kind of move that a text names; undefined when it names none. */
export const readMoveType: (text: string) => MoveType | undefined = memoize((text) => {
  const words = foldWords(text);
  return MOVES.get(words) ?? MOVE_WORDS.find(([pattern]) => pattern.test(words))?.[1];
});

/** Patterns are tried in this order: a co-founder and CEO is a founder, an executive vice president no president. */
const TITLES: readonly (readonly [RegExp, RoleSeniority])[] = [
  [
    /\b(assistant to|assistante? d[eu]|office of the|chief of staff|advisor to|adviser to|secretary to|referent)\b/,
    "other",
  ],
  [
    /\b(co ?founder|founder|founding (partner|ceo|cto)|(co ?)?fondat(eur|rice)|(mit)?grunder(in)?|(co ?)?fundador(a)?|(co ?)?fondatore|oprichter|cofundador(a)?|(wspol)?zalozyciel\w*|(med)?grundare|(med)?grundlaegger|(med)?stifter|perustaja\w*|(spolu)?zakladatel\w*|(tars)?alapito\w*|(co)?fondator\w*|kurucu\w*|pendiri)\b|основател|засновник|创始人|創始人|创办人|創業者|창업자/,
    "founder",
  ],
  // A chief officer who is a vice president too leads the company.
  [/(?<!\b(?:deputy|assistant|associate|the) )\b(?:chief \w+ officer|ceo|cfo|coo|cto)\b/, "c_level"],
  [
    /\b(vice president|vice presidente|vp|svp|evp|avp|rvp|vice president[ea]?|vizeprasident(in)?|wiceprezes\w*|wakil presiden)\b|вице президент|віце президент|副总|副總|副社長|부사장/,
    "vp_level",
  ],
  [
    /\b(chief|ceo|cfo|cto|coo|cmo|cpo|cro|cio|ciso|cso|chro|cho|cco|clo|cdo|cao|cbo|cgo|cko|cino|caio|cxo|cdao|c level|c suite|pdg|dg|ceo s|geschaftsfuhr\w*|vorstand\w*|finanzvorstand|vorsitzende\w* der geschaftsfuhrung|directeur general\w*|directrice generale|president directeur|director general|directora general|director ejecutivo|directora ejecutiva|consejero delegado|consejera delegada|amministratore delegato|amministratrice delegata|direttore generale|diretor executivo|diretor presidente|algemeen directeur|managing director|gerant\w*|general counsel|president|presidente|prasident(in)?|bestuursvoorzitter|vd|verkstallande direktor|administrerende direktor|adm direktor|daglig leder|finansdirektor|finanschef|ekonomichef|teknisk (chef|direktor)|(vara)?toimitusjohtaja|talousjohtaja|teknologiajohtaja|prezes\w*|czlonek zarzadu|dyrektor (generaln|finansow|zarzadzajac|operacyjn|techniczn|wykonawcz)\w*|(generalni|vykonn[ya]|financni|technicky) reditel\w*|jednatel\w*|vezerigazgato\w*|ugyvezeto\w*|director executiv|genel mudur\w*|direktur (utama|keuangan|operasional|teknologi))\b|(генеральн|исполнительн|виконавч|финансов|фінансов|техническ|технічн|операционн)\p{L}* директор|首席|总裁|總裁|总经理|總經理|行长|执行长|執行長|財務長|代表取締役|社長|最高\p{L}*責任者|대표|최고\p{L}*책임자|사장/u,
    "c_level",
  ],
  [
    /\b(board|chair|chairman|chairwoman|chairperson|chairmen|non executive|nonexecutive|ned|independent director|trustee|aufsichtsrat\w*|verwaltungsrat\w*|beirat\w*|administrat(eur|rice)|conseil d administration|consejero|consejera|consiglier[ea]|conselheir[oa]|commissaris|supervisory|rada nadzorcza|rady nadzorczej|dozorci rad[ay]|(be)?styrelse\w*|styre(leder|medlem)|hallituksen \w+|felugyelo\w*|igazgatosag\w*|consiliul de administratie|yonetim kurulu\w*|komisaris)\b|совет\p{L}* директоров|наблюдательн|наглядов|董事|监事|監事|取締役|監査役|사외이사|이사/u,
    "board",
  ],
  [
    /\b(director|head|directeur|directrice|direktor(in)?|directora|direttore|direttrice|diretor(a)?|leiter(in)?|bereichsleiter(in)?|abteilungsleiter(in)?|leitung|responsable|general manager|jefe|jefa|hoofd|dir|dyrektor\w*|kierownik\w*|\w{3,}(chef|sjef|direktor|johtaja)|johtaja|reditel\w*|vedouci|igazgato|mudur\w*|direktur|kepala)\b|директор|руководител|начальник|керівник|总监|總監|主任|部长|部長|본부장|부장|실장/,
    "director",
  ],
  [
    /\b(manager\w*|partner|principal|lead|engineer\w*|analyst|associate|consultant|editor|secretary|treasurer|assistant|advisor|adviser|specialist|officer|coordinator|developer|designer|scientist|fellow|architect|counsel|representative|executive|controller|gestor|gerente|berater|mitarbeiter|teamleiter(in)?|chef|member|specjalist\w*|menedzer\w*|analityk|\w*ansvarig|\w*paallikko|asiantuntija)\b|经理|經理|менеджер|партнер|매니저/,
    "other",
  ],
];
/** Members of a board of executives run the company; a chair who is also its chief executive does too. */
const EXECUTIVE_BOARD = /\b(executive board|management board|board of management|vorstand)\b/;
const BOARD_FIRST =
  /^(executive )?(non executive )?(vice )?chair\w*\b(?!.*\b(ceo|chief|president)\b)|\bboard (member|director|observer|advisor)\b|\b(member|chair\w*|president) of the (supervisory |advisory )?board\b|\bvice chair\w*|\bpresident du conseil\b|\bsupervisory board\b/;

/** The chair of a board may lead the company, too. */
const LEADS_COMPANY = /\bfounder\b|(?<!\b(?:former|ex) )\b(?:ceo|chief executive)\b/;

const SENIORITIES: ReadonlyMap<string, RoleSeniority> = new Map(
  (
    [
      ["c_level", "c level|c suite|c|cxo|executive"],
      ["vp_level", "vp|vp level"],
      ["founder", "founder|owner"],
      ["director", "director|head"],
      ["board", "board"],
      ["other", "other|manager|senior|entry"],
    ] as const
  ).flatMap(([value, names]) => names.split("|").map((name) => [name, value] as const)),
);

/** Returns how senior a job title is (`Head of Sales` is `director`); undefined for a title without a known word. */
export const titleSeniority: (title: string) => RoleSeniority | undefined = memoize((title) => {
  const words = foldWords(title);
  if (BOARD_FIRST.test(words) && !LEADS_COMPANY.test(words)) return "board";
  if (EXECUTIVE_BOARD.test(words)) return "c_level";
  return TITLES.find(([pattern]) => pattern.test(words))?.[1];
});

/** Returns the seniority that a text names by value, title or example; undefined when it names none. */
export const readSeniority: (text: string) => RoleSeniority | undefined = memoize((text) => {
  return isMissing(text) ? undefined : (SENIORITIES.get(foldWords(text)) ?? titleSeniority(text));
});
