interface Placed {
  publicId: string;
  orderKey: string;
}

/** Compares order keys by bytes, as the database does; the id breaks ties. */
export const byOrder = (a: Placed, b: Placed): number =>
  a.orderKey === b.orderKey ? compare(a.publicId, b.publicId) : compare(a.orderKey, b.orderKey);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
