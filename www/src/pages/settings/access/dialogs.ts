// What is done with tokens, in a chunk of its own.
export { MadeToken } from "./MadeToken.tsx";
export { MakeToken } from "./MakeToken.tsx";
export { Revoke, Rotate } from "./TokenActions.tsx";
