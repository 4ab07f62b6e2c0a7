import { expect, it } from "vitest";
import { readPeople } from "./people";

it.each([
  ["Jane Doe and John Roe", ["Jane Doe", "John Roe"]],
  ["Jane Doe & John Roe", ["Jane Doe", "John Roe"]],
  ["Jane Doe and John Roe join as co-CEOs", ["Jane Doe", "John Roe"]],
  ["Jane Doe and John Roe were both appointed", ["Jane Doe", "John Roe"]],
  ["A. Müller, B. Schmidt", ["A. Müller", "B. Schmidt"]],
  ["Jane Doe, John Roe, and Ada Quist", ["Jane Doe", "John Roe", "Ada Quist"]],
  ["Jane Doe; John Roe / Ada Quist", ["Jane Doe", "John Roe", "Ada Quist"]],
  ["Smith, John; Roe, Jane A.", ["John Smith", "Jane A. Roe"]],
  ["Smith, John and Roe, Jane", ["John Smith", "Jane Roe"]],
  ["John Smith, Jr. and Maria de la Cruz", ["John Smith, Jr.", "Maria de la Cruz"]],
  ["Jean-Luc O'Neill und Åsa Öberg", ["Jean-Luc O'Neill", "Åsa Öberg"]],
  ["王小明、李雷", ["王小明", "李雷"]],
])("%s names several people", (cell, people) => {
  expect(readPeople(cell)).toEqual(people);
});

it.each([
  ["Smith, John", "John Smith"],
  ["Smith, John A.", "John A. Smith"],
  ["Smith Jr., John", "John Smith Jr."],
  ["de la Cruz, Maria", "Maria de la Cruz"],
  ["Jane Doe", "Jane Doe"],
  ["John Smith, Jr.", "John Smith, Jr."],
  ["John Smith, PhD", "John Smith, PhD"],
  ["Smith, Jr.", "Smith, Jr."],
  ["Maria de la Cruz y Garcia", "Maria de la Cruz y Garcia"],
  ["José Ortega y Gasset", "José Ortega y Gasset"],
  ["Anders And Sandvik", "Anders And Sandvik"],
  ["Jane Doe, CEO", "Jane Doe, CEO"],
  ["Doe, CEO", "Doe, CEO"],
  ["Jane and John Doe", "Jane and John Doe"],
  ["Ernst & Young", "Ernst & Young"],
  ["John Smith and Associates", "John Smith and Associates"],
  ["Jane Doe and Vice President", "Jane Doe and Vice President"],
  ["Jane Doe joins Acme", "Jane Doe joins Acme"],
  ["jane doe and john roe", "jane doe and john roe"],
  ["Smith, John, Roe, Jane", "Smith, John, Roe, Jane"],
])("%s names one person, or nobody can tell", (cell, person) => {
  expect(readPeople(cell)).toEqual([person]);
});
