/**
 * SQL of the id of the dataset version that the running import will publish. Only one import runs at a time, so the
 * number is certain while it merges; a subquery, so that it is looked up once a statement.
 */
export const NEXT_VERSION = "(SELECT next_dataset_version())";
