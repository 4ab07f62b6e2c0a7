import { describe, expect, it } from "vitest";
import { positionToShow, rowsInView, rowsToRender } from "./visible-rows";

describe("rows to render", () => {
  it("are those that the window touches, and the overscan", () => {
    expect(rowsToRender(0, 280, 28, 1000, 0)).toEqual({ first: 0, end: 10 });
    expect(rowsToRender(14, 280, 28, 1000, 0)).toEqual({ first: 0, end: 11 });
    expect(rowsToRender(2800, 280, 28, 1000, 8)).toEqual({ first: 92, end: 118 });
  });

  it("stay within the list", () => {
    expect(rowsToRender(0, 280, 28, 4, 8)).toEqual({ first: 0, end: 4 });
    expect(rowsToRender(99_999, 280, 28, 4, 0)).toEqual({ first: 4, end: 4 });
    expect(rowsToRender(0, 280, 28, 0, 8)).toEqual({ first: 0, end: 0 });
    expect(rowsToRender(-50, 280, 28, 100, 0)).toEqual({ first: 0, end: 9 });
  });

  it("are as few among 100,000 as among 100", () => {
    const { first, end } = rowsToRender(1_400_000, 600, 28, 100_000, 8);
    expect(end - first).toBeLessThan(40);
  });
});

describe("rows in view", () => {
  it("are counted from 1 and whole", () => {
    expect(rowsInView(0, 508, 28, 60)).toEqual({ first: 1, last: 18 });
    expect(rowsInView(28, 508, 28, 60)).toEqual({ first: 2, last: 19 });
    expect(rowsInView(0, 508, 28, 7)).toEqual({ first: 1, last: 7 });
    expect(rowsInView(5000, 20, 28, 60)).toEqual({ first: 60, last: 60 });
  });
});

describe("bringing a row into view", () => {
  it("moves no further than it must", () => {
    expect(positionToShow(5, 0, 280, 28)).toBe(0);
    expect(positionToShow(10, 0, 280, 28)).toBe(28);
    expect(positionToShow(3, 280, 280, 28)).toBe(84);
    expect(positionToShow(10, 280, 280, 28)).toBe(280);
  });
});
