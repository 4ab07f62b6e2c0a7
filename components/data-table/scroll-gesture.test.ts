import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScrollGesture } from "./scroll-gesture";

const { PAUSE_MS, DISTANCE_PX } = ScrollGesture;

/** Ten turns of a wheel, 16 ms apart; the times at which one of them went past the end. */
function stream(gesture: ScrollGesture, from: number, by = 100): number[] {
  return Array.from({ length: 10 }, (_, index) => from + index * 16).filter((now) => gesture.wheel(by, now));
}

describe("a wheel", () => {
  it("goes on past the end when the end was in view before, once for each gesture", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    expect(stream(gesture, 1_000)).toEqual([1_000]);
    expect(stream(gesture, 2_000)).toEqual([2_000]);
  });

  it("does not with the gesture that brings the end into view, however long its momentum lasts", () => {
    const gesture = new ScrollGesture();
    gesture.update(false, 0);
    expect(stream(gesture, 1_000)).toEqual([]);
    gesture.update(true, 1_150);
    let now = 1_160;
    for (; now < 4_000; now += PAUSE_MS - 1) expect(gesture.wheel(60, now)).toBe(false);
    expect(gesture.wheel(60, now + PAUSE_MS)).toBe(true);
  });

  it("does not right after the end came into view", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 1_000);
    expect(gesture.wheel(100, 1_000 + PAUSE_MS - 1)).toBe(false);
    expect(gesture.wheel(100, 1_000 + 3 * PAUSE_MS)).toBe(true);
  });

  it("does not by a hand that rests on it, and does when small turns add up within one gesture", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    for (let times = 0; times < 20; times++) expect(gesture.wheel(4, 1_000 + times * PAUSE_MS)).toBe(false);
    expect(stream(gesture, 10_000, 4)).toEqual([10_000 + 16 * 9]);
  });

  it("does not upwards, nor with a turn that goes up and down", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    expect(stream(gesture, 1_000, -100)).toEqual([]);
    gesture.wheel(DISTANCE_PX - 1, 2_000);
    gesture.wheel(-10, 2_010);
    expect(gesture.wheel(10, 2_020)).toBe(false);
  });

  it("does not when rows came in below, or the end left the window", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    gesture.update(false, 900);
    expect(stream(gesture, 1_000)).toEqual([]);
  });

  it("does not when it leaves the end and comes back to it", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    gesture.wheel(-100, 1_000);
    gesture.update(false, 1_010);
    gesture.wheel(100, 1_020);
    gesture.update(true, 1_030);
    expect(gesture.wheel(100, 1_040)).toBe(false);
  });
});

describe("a finger", () => {
  it("goes on past the end when it came down with the end in view", () => {
    const gesture = new ScrollGesture();
    gesture.begin(0);
    expect(gesture.move(500)).toBe(false);
    gesture.update(true, 100);
    expect(gesture.move(500)).toBe(false);
    gesture.begin(100 + PAUSE_MS);
    expect([gesture.move(DISTANCE_PX - 1), gesture.move(1), gesture.move(200)]).toEqual([false, true, false]);
  });

  it("does not with a second one", () => {
    const gesture = new ScrollGesture();
    gesture.update(true, 0);
    gesture.begin(1_000);
    gesture.cancel();
    expect(gesture.move(300)).toBe(false);
  });
});

it("goes past the end no more often than there were pauses with the end in view", () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant("wheel" as const), by: fc.integer({ min: -200, max: 400 }) }),
    fc.record({ kind: fc.constant("look" as const), by: fc.constantFrom(0, 1) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(act, fc.integer({ min: 1, max: 400 })), { maxLength: 200 }), (acts) => {
      const gesture = new ScrollGesture();
      let [now, pauses, past, wheeledAt] = [0, 0, 0, Number.NEGATIVE_INFINITY];
      let endSince: number | undefined;
      for (const [{ kind, by }, later] of acts) {
        now += later;
        if (kind === "look") {
          endSince = by === 1 ? (endSince ?? now) : undefined;
          gesture.update(by === 1, now);
          continue;
        }
        if (endSince !== undefined && now - Math.max(endSince, wheeledAt) >= PAUSE_MS) pauses++;
        wheeledAt = now;
        if (gesture.wheel(by, now)) past++;
      }
      expect(past).toBeLessThanOrEqual(pauses);
    }),
  );
});
