/** Finds the ranks that a reader sees, and encodes their snapshot in cursors. */
import type pg from "pg";

/** A cursor's key holds the snapshot above its 32 lower bits and the rank in them; both stay far below 2^53. */
const RANKS = 2 ** 32;

export function rankKey(generation: number, rank: number): number {
  return generation * RANKS + rank;
}

export function parseRankKey(key: number): { generation: number; rank: number } {
  const generation = Math.floor(key / RANKS);
  return { generation, rank: key - generation * RANKS };
}

export async function readGenerations(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ generation: number }>({
    name: "stored-generations",
    text: "select generation from rank_generations order by generation desc",
  });
  return rows.map((row) => row.generation);
}
