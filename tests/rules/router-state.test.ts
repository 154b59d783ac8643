import { expect, test } from "vitest";
import { isRouterState } from "@/lib/api/router-state-rules";

const nested = (levels: number) => `${'["",{"children":'.repeat(levels)}["",{}]${"}]".repeat(levels)}`;

test.each([
  '["",{}]',
  '["",{"children":["admin",{"children":["__PAGE__",{},null,null]},null,null]},null,"refetch",16]',
  '["",{"children":[["id","7","d",["new"]],{"modal":["",{}]},["/admin","tree"],"metadata-only",null,"x"]}]',
  '[["path","a/b","oc",null],{}]',
  '[["path","a","ci(..)(..)",null],{}]',
  nested(20),
])("%s is a state, also unencoded", (state) => {
  expect(isRouterState(encodeURIComponent(state))).toBe(true);
  expect(isRouterState(state)).toBe(true);
});

test.each([
  "",
  "x",
  "%E0%A4%A",
  "null",
  "[]",
  '[""]',
  '{"children":["",{}]}',
  "[7,{}]",
  '["",{"children":"admin"}]',
  '["",{"__proto__":5}]',
  '[["id","7","d"],{}]',
  '[["id","7","x",null],{}]',
  '[["id","7","d",[7]],{}]',
  '["",{},["one"]]',
  '["",{},null,"again"]',
  '["",{},null,null,"16"]',
  '["",{},null,null,16,null]',
  '["",{},null,null,16,"x",null]',
  nested(500),
])("%s is none", (state) => {
  expect(isRouterState(encodeURIComponent(state))).toBe(false);
});
