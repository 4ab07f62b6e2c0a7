import { describe, expect, it } from "vitest";
import { ScrollGesture } from "./scroll-gesture";

describe("scrolling that asks for more", () => {
  it("is down and follows an input", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    gesture.push(1000);
    expect(gesture.moved(50, 1010)).toBe(true);
    expect(gesture.moved(30, 1020)).toBe(false);
    expect(gesture.moved(31, 1030)).toBe(true);
  });

  it("has no direction until it is known where it began, which is learned once", () => {
    const gesture = new ScrollGesture();
    gesture.push(0);
    expect(gesture.moved(50, 10)).toBe(false);
    gesture.begin(0);
    expect(gesture.moved(40, 20)).toBe(false);
    expect(gesture.moved(60, 30)).toBe(true);
  });

  it("is never a script's, a restored position's or a layout's", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    expect(gesture.moved(5000, 10)).toBe(false);
    gesture.push(1000);
    expect(gesture.moved(6000, 1000 + ScrollGesture.INPUT_MS + 1)).toBe(false);
  });

  it("goes on with the momentum of one gesture and ends with it", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    gesture.push(0);
    let now = 0;
    for (let top = 10; top < 400; top += 10) {
      now += 100;
      expect(gesture.moved(top, now)).toBe(true);
    }
    expect(gesture.moved(500, now + ScrollGesture.INPUT_MS + 1)).toBe(false);
  });

  it("buys once for one gesture", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    gesture.push(0);
    expect(gesture.moved(10, 10)).toBe(true);
    gesture.spend();
    expect(gesture.moved(20, 20)).toBe(false);
    gesture.push(30);
    expect(gesture.moved(30, 40)).toBe(true);
  });

  it("lasts while the scroll bar is held and a moment after", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    gesture.hold();
    expect(gesture.moved(10, 60_000)).toBe(true);
    gesture.release(60_500);
    expect(gesture.moved(20, 60_600)).toBe(true);
    expect(gesture.moved(30, 70_000)).toBe(false);
    gesture.release(80_000);
    expect(gesture.moved(40, 80_001)).toBe(false);
  });
});
