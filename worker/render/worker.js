// A separate Worker that renders reports as PDF, so that the main Worker stays small, starts quickly and keeps its memory.
// Only the main Worker can call it.
//
// POST with a report as JSON. 200: the PDF. 422: the report cannot be rendered, with the reason in the body. 503: the fonts
// cannot be read now.
import module from "./build/render.wasm";
import { Renderer } from "./renderer.js";

export default {
  async fetch(request, env) {
    const renderer = new Renderer(module);
    try {
      for (const name of renderer.needed(await request.bytes())) {
        const font = await env.ASSETS.fetch(`https://assets/${name}`);
        if (!font.ok) return new Response(`the font ${name}: status ${font.status}`, { status: 503 });
        renderer.font(await font.bytes());
      }
      return new Response(renderer.render(), { headers: { "content-type": "application/pdf" } });
    } catch (error) {
      return new Response(error.message, { status: 422 });
    }
  },
};
