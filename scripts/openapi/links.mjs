// OpenAPI links: values of an answer that are ids for other operations.
const FIRST = "$response.body#/data/0/id";
const ONE = "$response.body#/id";

const link = (operationId, id, description) => ({ [operationId]: { operationId, parameters: { id }, description } });

/** The links by operation. */
const LINKS = {
  listMentions: link("getMention", FIRST, "One of them, with what else was said in its video."),
  listInfluencers: {
    ...link("getInfluencer", FIRST, "One of them."),
    ...link("listInfluencerMentions", FIRST, "What one of them said."),
  },
  createReport: {
    ...link("getReport", ONE, "How far it is."),
    ...link("downloadReport", ONE, "A file of it, once it is ready."),
  },
  getReport: link("downloadReport", ONE, "A file of it, once it is ready."),
  createWebhook: link("deleteWebhook", ONE, "It is told nothing any more."),
  listWebhooks: link("deleteWebhook", FIRST, "One of them is told nothing any more."),
};

export const links = (operationId) => (LINKS[operationId] ? { links: LINKS[operationId] } : {});
