// Chunk with the dialogs for tokens.
export { MadeToken } from "./MadeToken.tsx";
export { MakeToken } from "./MakeToken.tsx";
export { Revoke, Rotate } from "./TokenActions.tsx";
