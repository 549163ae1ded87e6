// Chunk with the dialogs for tokens.
export { TokenSecret } from "./TokenSecret.tsx";
export { MakeToken } from "./MakeToken.tsx";
export { Revoke, Rotate } from "./TokenActions.tsx";
