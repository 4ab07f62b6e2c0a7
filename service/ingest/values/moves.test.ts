import { MOVE_TYPES, ROLE_SENIORITIES } from "@dealflow/contract/values/events";
import { describe, expect, it } from "vitest";
import { readMoveType, readSeniority, titleSeniority } from "./moves";

describe("readMoveType", () => {
  it.each(MOVE_TYPES)("reads the value and the title of $value", ({ value, title }) => {
    expect([readMoveType(value), readMoveType(title)]).toEqual([value, value]);
  });

  it.each([
    ["hired", "appointment"],
    ["Joined", "appointment"],
    ["New Hire", "appointment"],
    ["Named CEO", "appointment"],
    ["Joined the board", "appointment"],
    ["nomination", "appointment"],
    ["nommée", "appointment"],
    ["ernannt", "appointment"],
    ["Neuzugang", "appointment"],
    ["Job change", "appointment"],
    ["New company", "appointment"],
    ["New position", "appointment"],
    ["New Founder", "appointment"],
    ["Ruhestand", "departure"],
    ["nombramiento", "appointment"],
    ["promoted", "promotion"],
    ["promu", "promotion"],
    ["Beförderung", "promotion"],
    ["left", "departure"],
    ["departed", "departure"],
    ["resigned", "departure"],
    ["Retirement", "departure"],
    ["stepped down from the board", "departure"],
    ["départ", "departure"],
    ["Rücktritt", "departure"],
    ["salida", "departure"],
    ["moved", "transition"],
    ["Return", "appointment"],
    ["interim", "transition"],
    ["Appointment of Interim Officer", "appointment"],
  ])("reads %j as %s", (text, type) => {
    expect(readMoveType(text)).toBe(type);
  });

  it.each([
    [
      "appointment",
      "Rekrytering, Tillträder, Styrelse, powołanie, ansættelse, nimitys, jmenování, kinevezés, numire, atama, назначение, призначення, 就任, 任命, 入职, 선임, penunjukan",
    ],
    [
      "departure",
      "Avgång, odwołanie, rezygnacja, fratræder, ero, odchod, távozás, plecare, istifa, уход, отставка, звільнення, 退任, 辞任, 离职, 퇴임, mengundurkan diri",
    ],
    ["promotion", "Internrekrytering, awans, ylennys, povýšení, terfi, повышение, 晋升, 昇進, 승진"],
    ["transition", "zmiana stanowiska, skifte, siirto, 異動"],
  ])("reads words for %s in other languages", (type, words) => {
    for (const word of words.split(", ")) expect(readMoveType(word), word).toBe(type);
  });

  it.each(["", "unknown", "CEO", "3"])("finds no move in %j", (text) => {
    expect(readMoveType(text)).toBeUndefined();
  });
});

describe("readSeniority", () => {
  it.each(ROLE_SENIORITIES)("reads the value and the title of $value", ({ value, title }) => {
    expect([readSeniority(value), readSeniority(title)]).toEqual([value, value]);
  });

  it.each([
    ["C-Suite", "c_level"],
    ["VP", "vp_level"],
    ["Owner", "founder"],
  ])("reads %j as %s", (text, seniority) => {
    expect(readSeniority(text)).toBe(seniority);
  });

  it("finds none where nothing is stated", () => {
    expect(readSeniority("n/a")).toBeUndefined();
  });
});

describe("titleSeniority", () => {
  it.each([
    ["CEO", "c_level"],
    ["Chief Financial Officer", "c_level"],
    ["Interim Chief People Officer", "c_level"],
    ["President", "c_level"],
    ["Chairman and CEO", "c_level"],
    ["Geschäftsführerin", "c_level"],
    ["Mitglied des Vorstands", "c_level"],
    ["PDG", "c_level"],
    ["Directeur général adjoint", "c_level"],
    ["Director General", "c_level"],
    ["Managing Director", "c_level"],
    ["Co-founder & CTO", "founder"],
    ["Gründer", "founder"],
    ["VP Sales", "vp_level"],
    ["Senior Vice President, Finance", "vp_level"],
    ["Chief Technology Officer and Senior Vice President", "c_level"],
    ["Senior Vice President, Chief Financial Officer and Treasurer", "c_level"],
    ["EVP and CFO", "c_level"],
    ["Vice President, Deputy CFO", "vp_level"],
    ["Chairman of the Board and Chief Executive Officer", "c_level"],
    ["Executive Vice Chairman and acting CEO", "c_level"],
    ["Chairman of the Board, former CEO", "board"],
    ["Head of Product", "director"],
    ["Director of Engineering", "director"],
    ["Directrice marketing", "director"],
    ["Vertriebsleiter / Leiter Vertrieb", "director"],
    ["General Manager", "director"],
    ["Board Member", "board"],
    ["Non-Executive Director", "board"],
    ["Chairman of the Board", "board"],
    ["Executive Chair", "board"],
    ["Vice Chairman", "board"],
    ["Aufsichtsratsmitglied", "board"],
    ["Administrateur indépendant", "board"],
    ["Product Manager", "other"],
    ["Partner", "other"],
    ["Chief of Staff", "other"],
    ["Assistant to the CEO", "other"],
  ])("takes %j for %s", (title, seniority) => {
    expect(titleSeniority(title)).toBe(seniority);
  });

  it.each([
    [
      "c_level",
      "VD, Vice VD, Toimitusjohtaja, Prezes zarządu, Dyrektor finansowy, Administrerende direktør, Generální ředitel, Vezérigazgató, Genel Müdür, Генеральный директор, Генеральний директор, 代表取締役, 代表取締役社長, 首席执行官, 总经理, 대표이사, Direktur Utama",
    ],
    ["founder", "Grundare och VD, założyciel, perustajajäsen, kurucu ortak, основатель, 创始人及CEO, 창업자"],
    ["vp_level", "Wiceprezes, вице-президент, 副总裁, 부사장"],
    ["board", "Styrelseordförande, Hallituksen puheenjohtaja, rada nadzorcza, Yönetim Kurulu Üyesi, 董事长, 取締役"],
    [
      "director",
      "Marknadschef, HR-direktör, Dyrektor sprzedaży, Myyntijohtaja, Ředitel prodeje, директор по продажам, 总监, 部長",
    ],
    ["other", "Produktansvarig, Tuotepäällikkö, менеджер, 产品经理"],
  ])("takes titles in other languages for %s", (seniority, titles) => {
    for (const title of titles.split(", ")) expect(titleSeniority(title), title).toBe(seniority);
  });

  it("does not know every title", () => {
    expect(titleSeniority("Evangelist")).toBeUndefined();
  });
});
