import { z } from "zod";

const header = (id: string, description: string, example?: string) =>
  z.string().meta({ description, ...(example !== undefined && { example }), header: { id } });

const ofLimit = (id: string, description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${description} Absent where the call names its \`version\`.`, example, header: { id } });

const ON_ALL = {
  "X-Request-Id": header("RequestId", "UUID of the request; quote it when you report a problem."),
  "X-Attribution": header("Attribution", "Names to credit wherever the data is shown."),
  "Access-Control-Allow-Origin": header("AllowOrigin", "Pages of any origin may read the answer.", "*"),
  "Cache-Control": header("CacheControl", "How long the answer may be reused; problems are `no-store`."),
};

const LIMIT = {
  "RateLimit-Policy": ofLimit(
    "RateLimitPolicy",
    "Whose limit (`anonymous` or `key`), `q` requests in a sliding window of `w` seconds.",
    '"anonymous";q=60;w=60',
  ),
  RateLimit: ofLimit(
    "RateLimit",
    "`r` requests left; in `t` seconds a request is admitted again, or while some are left, there is one more.",
    '"anonymous";r=41;t=23',
  ),
  "X-RateLimit-Limit": ofLimit("RateLimitLimit", "As `q`.", "60"),
  "X-RateLimit-Remaining": ofLimit("RateLimitRemaining", "As `r`.", "41"),
  "X-RateLimit-Reset": ofLimit("RateLimitReset", "As `t`, in Unix seconds.", "1790727623"),
};

const VALIDATORS = {
  ETag: header("ETag", "Changes with the dataset; weak, but for files of an export.", 'W/"vh0lLbozIXD_ZXJcDp29sE"'),
  "Last-Modified": header(
    "LastModified",
    "When the dataset was published; absent where something was erased of it since.",
    "Wed, 30 Sep 2026 04:00:00 GMT",
  ),
};

const LINK = {
  Link: header("Link", "The licence, on lists the neighbouring pages, on files their canonical address (RFC 8288)."),
};

const FILE = {
  ...LINK,
  "Content-Disposition": header("ContentDisposition", "The name of the file."),
  "Accept-Ranges": header("AcceptRanges", "Byte ranges are answered.", "bytes"),
};

const FILE_NAME = {
  "Content-Disposition": z
    .string()
    .optional()
    .meta({ description: "The name of the file, in CSV and NDJSON.", header: { id: "FileName" } }),
  "X-Q-Is-Guess": z
    .string()
    .optional()
    .meta({
      description: "Nothing has the words of `q`, and what is listed has a name that is spelled like it.",
      header: { id: "QIsGuess" },
    }),
};

const CONTENT_RANGE = {
  "Content-Range": header("ContentRange", "Which bytes, of how many.", "bytes 0-99/463077"),
};
const RETRY_AFTER = { "Retry-After": header("RetryAfter", "Seconds; a request after them is admitted.", "23") };
const CHALLENGE = { "WWW-Authenticate": header("WwwAuthenticate", "Names the header that takes a key.") };

export const HEADERS = {
  service: z.object(ON_ALL),
  limited: z.object({ ...ON_ALL, ...LIMIT }),
  document: z.object({ ...ON_ALL, ...LIMIT, ...VALIDATORS }),
  data: z.object({ ...ON_ALL, ...LIMIT, ...VALIDATORS, ...LINK }),
  list: z.object({ ...ON_ALL, ...LIMIT, ...VALIDATORS, ...LINK, ...FILE_NAME }),
  file: z.object({ ...ON_ALL, ...LIMIT, ...VALIDATORS, ...FILE }),
  part: z.object({ ...ON_ALL, ...LIMIT, ...VALIDATORS, ...FILE, ...CONTENT_RANGE }),
  notModified: z.object({ ...ON_ALL, ...VALIDATORS }),
  unavailable: z.object({ ...ON_ALL, ...RETRY_AFTER }),
};

export const PROBLEM_HEADERS: Readonly<Record<number, z.ZodObject>> = {
  401: z.object({ ...ON_ALL, ...LIMIT, ...CHALLENGE }),
  416: z.object({ ...ON_ALL, ...LIMIT, ...CONTENT_RANGE }),
  429: z.object({ ...ON_ALL, ...LIMIT, ...RETRY_AFTER }),
  500: HEADERS.service,
  503: HEADERS.unavailable,
};

const parameter = (id: string, description: string, example: string) =>
  z.string().optional().meta({ description, example, param: { id } });

export const CONDITIONS = z.object({
  "If-None-Match": parameter(
    "IfNoneMatch",
    "The `ETag` you have; 304 while it is current.",
    'W/"vh0lLbozIXD_ZXJcDp29sE"',
  ),
  "If-Modified-Since": parameter(
    "IfModifiedSince",
    "The `Last-Modified` you have; read where there is no `If-None-Match`.",
    "Wed, 30 Sep 2026 04:00:00 GMT",
  ),
});

export const IDEMPOTENCY = z.object({
  "Idempotency-Key": parameter("IdempotencyKey", "Chosen by you, 1 to 255 visible characters.", "shop-2026-11-20"),
});

export const FILE_CONDITIONS = CONDITIONS.extend({
  Range: parameter(
    "Range",
    "Bytes of the file to send (206), such as those that a broken download lacks.",
    "bytes=0-99",
  ),
  "If-Range": parameter(
    "IfRange",
    "The strong `ETag` of the part you have: the whole file where it is another.",
    '"x"',
  ),
  "If-Match": parameter("IfMatch", "The strong `ETag` the file must have; 412 where it is another.", '"x"'),
});
