/*
 * A certified OpenID provider on this machine, for tests: node openid_provider.mjs REDIRECT_URI…
 *
 * It prints its issuer when it listens. Whoever signs in is who they say. PUT /people/ana?group=dba&group=ops&lie=aud: ana is in
 * these groups from now on, and something is wrong with the next ID tokens of hers, for which `lie` says what.
 */
import { createServer } from "node:http";
import * as jose from "jose";
import OpenIdProvider from "oidc-provider";

const { publicKey, privateKey } = await jose.generateKeyPair("RS256", { extractable: true });
const { privateKey: strange } = await jose.generateKeyPair("RS256");
const kid = await jose.calculateJwkThumbprint(await jose.exportJWK(publicKey));
const server = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const people = new Map();

const provider = new OpenIdProvider(issuer, {
  clients: [
    {
      client_id: "segtier",
      client_secret: "a secret of both",
      redirect_uris: process.argv.slice(2),
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  jwks: { keys: [{ ...(await jose.exportJWK(privateKey)), kid, alg: "RS256", use: "sig" }] },
  cookies: { keys: ["only for tests"] },
  claims: { openid: ["sub"], profile: ["preferred_username", "groups"] },
  pkce: { required: () => true },
  findAccount: (_ctx, name) => {
    const groups = people.get(name).getAll("group");
    return { accountId: name, claims: () => ({ sub: name, preferred_username: name, groups }) };
  },
});

const LIES = {
  nonce: (claims) => ({ ...claims, nonce: "another" }),
  aud: (claims) => ({ ...claims, aud: "another" }),
  iss: (claims) => ({ ...claims, iss: "http://127.0.0.1:1" }),
  exp: (claims) => ({ ...claims, iat: claims.iat - 7200, exp: claims.iat - 3600 }),
  sub: (claims) => ({ ...claims, sub: "another" }),
  key: (claims) => claims,
  none: (claims) => claims,
};

async function told(token) {
  const claims = jose.decodeJwt(token);
  const lie = people.get(claims.sub).get("lie");
  if (lie === null) return token;
  if (lie === "none") return new jose.UnsecuredJWT(claims).encode();
  const key = lie === "key" ? strange : privateKey;
  return new jose.SignJWT(LIES[lie](claims)).setProtectedHeader({ alg: "RS256", kid }).sign(key);
}

provider.use(async (ctx, next) => {
  await next();
  if (ctx.path === "/token" && ctx.body?.id_token)
    ctx.body.id_token = await told(ctx.body.id_token);
});

const answer = provider.callback();
server.on("request", (request, response) => {
  const { pathname, searchParams } = new URL(request.url, issuer);
  if (request.method !== "PUT") return answer(request, response);
  people.set(pathname.split("/").pop(), searchParams);
  return response.writeHead(204).end();
});
console.log(issuer);
