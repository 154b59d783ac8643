import "server-only";
import { isStoreUnavailable } from "@/lib/access/limits/limiter";
import { pool } from "@/lib/platform/db";
import { findLeastFreeBytes } from "@/lib/platform/disk";
import { addGauge } from "@/lib/platform/metrics";
import { currentVersion, isDatabaseAnswering } from "@/lib/versions/current";

export function addHealthGauges(): void {
  addGauge(
    "disk_free_bytes",
    "Bytes that are free in the fullest of the folders that are written: DATA_DIR, EXPORT_DIR, the temporary one.",
    findLeastFreeBytes,
  );
  addGauge("database_up", "1 while the database answers.", () => (isDatabaseAnswering() ? 1 : 0));
  addGauge("database_pool_connections", "Open connections for reads.", () => pool().totalCount);
  addGauge("database_pool_in_use", "Those of them that somebody uses.", () => pool().totalCount - pool().idleCount);
  addGauge("database_pool_waiting", "Requests that wait for a connection.", () => pool().waitingCount);
  addGauge("database_pool_max", "DATABASE_POOL_MAX.", () => pool().options.max);
  addGauge("limits_store_up", "0 while limits are counted by each process because their store is unavailable.", () =>
    isStoreUnavailable() ? 0 : 1,
  );
  addGauge("dataset_version_number", "The number of the publish that is served.", async () => {
    return (await currentVersion())?.id ?? Number.NaN;
  });
  addGauge("dataset_published_timestamp_seconds", "When the served dataset was published.", async () => {
    return ((await currentVersion())?.publishedAt.getTime() ?? Number.NaN) / 1000;
  });
  addGauge("dataset_rates_timestamp_seconds", "The day of the exchange rates that the index uses.", async () => {
    const fxDate = (await currentVersion())?.fxDate ?? null;
    return fxDate === null ? Number.NaN : Date.parse(fxDate) / 1000;
  });
}
