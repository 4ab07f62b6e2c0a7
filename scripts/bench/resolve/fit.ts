/** Fits the weights of the score of names to labelled pairs: logistic regression, in which no weight turns its feature around. */
import { FEATURES, type Feature, type Features } from "@/service/ingest/resolve/features";

export interface Example {
  readonly features: Features;
  readonly same: boolean;
}

const STEPS = 1_500;
const RATE = 0.05;
const PENALTY = 0.0005;
/** More of these speaks against one company; more of the others for it. */
const AGAINST: ReadonlySet<Feature> = new Set(["leftOver", "commonWordsOnly"]);

/** Minimises the penalised log loss with Adam, projected onto the signs that the features have. */
export function fitWeights(examples: readonly Example[]) {
  const rows = examples.map(({ features, same }) => ({ x: [1, ...FEATURES.map((name) => features[name])], same }));
  const size = FEATURES.length + 1;
  const [weights, mean, square] = [zeros(size), zeros(size), zeros(size)];
  for (let step = 1; step <= STEPS; step++) {
    const gradient = gradientAt(rows, weights);
    for (let index = 0; index < size; index++) {
      const slope = at(gradient, index);
      mean[index] = 0.9 * at(mean, index) + 0.1 * slope;
      square[index] = 0.999 * at(square, index) + 0.001 * slope ** 2;
      const scaled = at(mean, index) / (1 - 0.9 ** step) / (Math.sqrt(at(square, index) / (1 - 0.999 ** step)) + 1e-8);
      weights[index] = withSign(at(weights, index) - RATE * scaled, index);
    }
  }
  const rounded = weights.map((weight) => Math.round(weight * 100) / 100);
  return { intercept: at(rounded, 0), features: nameWeights(rounded) };
}

function zeros(size: number): number[] {
  return new Array<number>(size).fill(0);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

function gradientAt(rows: readonly { x: readonly number[]; same: boolean }[], weights: readonly number[]): number[] {
  const gradient = weights.map((weight, index) => (index === 0 ? 0 : PENALTY * weight));
  for (const { x, same } of rows) {
    const sum = x.reduce((total, value, index) => total + value * at(weights, index), 0);
    const error = (1 / (1 + Math.exp(-sum)) - (same ? 1 : 0)) / rows.length;
    for (let index = 0; index < x.length; index++) gradient[index] = at(gradient, index) + error * at(x, index);
  }
  return gradient;
}

/** The first weight is the intercept, which has no sign of its own. */
function withSign(weight: number, index: number): number {
  const feature = FEATURES[index - 1];
  if (feature === undefined) return weight;
  return AGAINST.has(feature) ? Math.min(0, weight) : Math.max(0, weight);
}

function nameWeights(weights: readonly number[]): Record<Feature, number> {
  const entries = FEATURES.map((name, index) => [name, at(weights, index + 1)] as const);
  return Object.fromEntries(entries) as Record<Feature, number>;
}
