import { afterEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/testing";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function gestures() {
  openDocument({ url: "http://localhost:3000/funding" });
  return import("./gestures");
}

describe("a gesture", () => {
  it("is one with every other that follows within 500 ms of it, and of those", async () => {
    vi.useFakeTimers();
    const { beginGesture } = await gestures();
    expect(beginGesture()).toBe(1);
    for (const offsetMs of [0, 120, 499, 499]) {
      vi.advanceTimersByTime(offsetMs);
      expect(beginGesture()).toBe(0);
    }
    vi.advanceTimersByTime(500);
    expect(beginGesture()).toBe(2);
  });

  it("is not prolonged by further scrolling, which starts another one 500 ms after the last", async () => {
    vi.useFakeTimers();
    const { beginGesture, beginScroll } = await gestures();
    expect(beginGesture()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(beginScroll()).toBe(0);
    vi.advanceTimersByTime(250);
    expect(beginScroll()).toBe(2);
    vi.advanceTimersByTime(499);
    expect(beginScroll()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(beginScroll()).toBe(3);
  });

  it("has the time of the event, however late a busy page handles it", async () => {
    vi.useFakeTimers();
    const { beginGesture } = await gestures();
    const first = performance.now();
    beginGesture(first);
    vi.advanceTimersByTime(2_000);
    expect(beginGesture(first + 120)).toBe(0);
    expect(beginGesture(first + 620)).toBe(2);
  });

  it("is published while it lasts", async () => {
    vi.useFakeTimers();
    const { beginGesture, lastGesture, subscribeGestures } = await gestures();
    const published: number[] = [];
    const unsubscribe = subscribeGestures(() => published.push(lastGesture()));
    beginGesture();
    vi.advanceTimersByTime(400);
    beginGesture();
    vi.advanceTimersByTime(499);
    expect(published).toEqual([1]);
    vi.advanceTimersByTime(1);
    unsubscribe();
    beginGesture();
    expect(published).toEqual([1, 0]);
  });
});
