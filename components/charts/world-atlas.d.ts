/** The module is declared here, because inferring a type from 750 kB of JSON takes the compiler seconds. */
declare module "world-atlas/countries-50m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default atlas;
}
