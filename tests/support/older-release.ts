import { execute } from "./database";
import { importHere } from "./import-cli";

/** Tables and columns of the first release, which had only the first three migrations. */
const KEEP_UNKNOWN = `
  CREATE TABLE column_before AS SELECT * FROM price_column;
  CREATE TABLE price_before AS SELECT id, changed_on FROM price;
  CREATE TABLE product_before_import AS SELECT slug, changed_on FROM product;
  CREATE TABLE derived_before AS SELECT * FROM derived_table`;

const PUT_BACK = `
  DELETE FROM price_column; INSERT INTO price_column SELECT * FROM column_before;
  UPDATE price SET changed_on = (SELECT changed_on FROM price_before WHERE id = price.id);
  UPDATE product SET changed_on = (SELECT changed_on FROM product_before_import WHERE slug = product.slug);
  DELETE FROM derived_table; INSERT INTO derived_table SELECT * FROM derived_before;
  DROP TABLE column_before, price_before, product_before_import, derived_before`;

/**
 * Imports files as the first release would into a database of this release: publishes a
 * version, and leaves tables and columns that it does not know unchanged, null in new rows.
 */
export async function importAsOlderRelease(url: string, files: readonly string[]): Promise<void> {
  await execute(url, KEEP_UNKNOWN);
  const { code, text } = await importHere(url, files, true);
  if (code !== 0) throw new Error(text);
  await execute(url, PUT_BACK);
}
