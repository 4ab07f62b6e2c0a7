/** Said here, because reading a type out of 750 kB of JSON takes the compiler seconds. */
declare module "world-atlas/countries-50m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default atlas;
}
