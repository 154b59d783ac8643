import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Claims = { sub: string; email?: string; email_verified?: boolean | string };
export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  person: Claims;
  [Symbol.asyncDispose](): Promise<void>;
};

/** OpenID Connect provider (code flow, PKCE, RS256) with a signed-in person who accepts every request. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const clientId = "price-atlas";
  const clientSecret = randomUUID();
  const granted = new Map<string, { nonce: string; challenge: string }>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", provider.issuer);
    const json = (body: object) => response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration") return json(describe(provider.issuer));
    if (url.pathname === "/jwks")
      return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig" }] });
    if (url.pathname === "/authorize") {
      const code = randomUUID();
      const asked = url.searchParams;
      granted.set(code, { nonce: asked.get("nonce") ?? "", challenge: asked.get("code_challenge") ?? "" });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return response.writeHead(302, { Location: back.href }).end();
    }
    void readForm(request).then((form) => {
      const grant = granted.get(form.get("code") ?? "");
      granted.delete(form.get("code") ?? "");
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!grant || grant.challenge !== challenge || request.headers.authorization !== basic) {
        response.statusCode = 400;
        return json({ error: "invalid_grant" });
      }
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: provider.issuer, aud: clientId, iat: now, exp: now + 60, nonce: grant.nonce };
      const body = [
        { alg: "RS256", kid: "1" },
        { ...claims, ...provider.person },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign("RSA-SHA256", Buffer.from(body), privateKey).toString("base64url");
      return json({ access_token: "unused", token_type: "Bearer", id_token: `${body}.${signature}` });
    });
  });
  const provider: OpenIdProvider = {
    issuer: "",
    clientId,
    clientSecret,
    person: { sub: "1" },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

function describe(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return new URLSearchParams(text);
}
