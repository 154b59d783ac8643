import { Client } from "pg";

// Without collations, checks and functions, which Prisma cannot express.
const CATALOG = `
  SELECT format('column %s.%s %s%s %s', r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attnotnull THEN ' not null' END, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE r.relnamespace = 'public'::regnamespace AND r.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     AND r.relname <> '_prisma_migrations'
  UNION ALL
  SELECT format('constraint %s %s %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    FROM pg_constraint c
   WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f', 'x')
     AND c.conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)
  UNION ALL
  SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  UNION ALL
  SELECT format('enum %s %s', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder))
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
   WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname
  ORDER BY line`;

export async function describeCatalog(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(CATALOG);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}
