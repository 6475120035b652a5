interface Placed {
  publicId: string;
  orderKey: string;
}

/** Keys are compared by bytes, as the database does it; the id decides where two are equal. */
export const byOrder = (a: Placed, b: Placed): number =>
  a.orderKey === b.orderKey ? compare(a.publicId, b.publicId) : compare(a.orderKey, b.orderKey);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
