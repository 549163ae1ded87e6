import { check } from "overheard";
export const runtime = "edge";
export function GET() {
  const p = check("aggregate", { index: "siv_info", group_by: "brand_name" });
  return Response.json({ code: p.code, message: p.message });
}
