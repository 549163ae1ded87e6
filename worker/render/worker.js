// A Worker of its own that sets reports as PDF, for the Worker that answers requests: that one stays small and quick to
// start, and a document under way takes none of its memory. Only that one reaches it.
//
// POST with a report as JSON. 200: the document. 422: this report cannot be set, for the reason that the body tells.
// 503: the fonts are out of reach for now.
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
