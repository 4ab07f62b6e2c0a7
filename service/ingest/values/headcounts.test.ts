import { EMPLOYEE_BUCKETS } from "@dealflow/contract/values/organisations";
import { describe, expect, it } from "vitest";
import { readHeadcount } from "./headcounts";

describe("readHeadcount", () => {
  it.each(EMPLOYEE_BUCKETS)("reads the value and the title of $value", ({ value, title }) => {
    expect([readHeadcount(value), readHeadcount(title)]).toEqual([value, value]);
  });

  it.each([
    ["1", "1-10"],
    ["10", "1-10"],
    ["11", "11-50"],
    ["37", "11-50"],
    ["37.0", "11-50"],
    ["1,200", "1001-5000"],
    ["1.200", "1001-5000"],
    ["12 000", "10001+"],
    ["~300", "201-500"],
    ["cerca de 90 pessoas", "51-200"],
    ["mais de 750 pessoas", "501-1000"],
    ["10 to 49", "11-50"],
    ["50-99人", "51-200"],
    ["500人以上", "501-1000"],
    ["plus de 85 000 collaborateurs", "10001+"],
    ["Environ 14 600 collaborateurs au niveau groupe (2024) ; défense : non ventilé", "10001+"],
    ["Groupe : plus de 85 000 collaborateurs dans le monde", "10001+"],
    ["über 5.000 Mitarbeiter", "5001-10000"],
    ["around 300 people in two offices", "201-500"],
    ["120 anställda", "51-200"],
    ["30 сотрудников", "11-50"],
    ["10–49 employees", "11-50"],
    ["51 bis 200 Mitarbeiter", "51-200"],
    ["de 11 à 50 salariés", "11-50"],
    ["Nombre d'employés : 7", "1-10"],
    ["50-249", "51-200"],
    ["250-999", "501-1000"],
    ["5,001-10,000 employees", "5001-10000"],
    ["1-5k", "1001-5000"],
    ["c_00001_00010", "1-10"],
    ["c_00011_00050", "11-50"],
    ["c_00101_00250", "51-200"],
    ["c_10001_max", "10001+"],
    ["1000+", "1001-5000"],
    ["10000+", "10001+"],
    ["10,001+ employees", "10001+"],
    ["> 500", "501-1000"],
    ["< 10", "1-10"],
    ["2-10 employees", "1-10"],
    ["Company size: 11-50", "11-50"],
    ["10-Jan", "1-10"],
    ["1-Oct", "1-10"],
    ["Nov-50", "11-50"],
  ])("reads %j as %s", (text, bucket) => {
    expect(readHeadcount(text)).toBe(bucket);
  });

  it.each(["0", "many", "In 2019 employees left", "Top 100 people", "2019-05-01", "50-10", "1.5", "", "-3"])(
    "finds no headcount in %j",
    (text) => {
      expect(readHeadcount(text)).toBeUndefined();
    },
  );
});
