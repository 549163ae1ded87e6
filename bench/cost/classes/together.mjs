// Co-mentions: videos and channels that mention several values.

export function together({ brands, components, topics, tags }) {
  const asked = (name, request) => ({
    operation: "co-mentions",
    bar: "co-mentions",
    name: `together ${name}`,
    request,
  });
  return [
    asked("2 brands by channel", { values: [brands.top, brands.second], group_by: "channel_name" }),
    asked("2 brands by video", { values: [brands.top, brands.second], group_by: "video_id" }),
    asked("5 brands by channel", {
      values: [brands.top, brands.second, brands.third, brands.fifth, brands.middle],
      group_by: "channel_name",
    }),
    asked("top and tail brand by video", { values: [brands.top, brands.tail], group_by: "video_id" }),
    asked("3 components by channel", {
      field: "components",
      values: [components.top, components.second, components.middle],
      group_by: "channel_name",
    }),
    asked("2 topics by video", { field: "topics", values: [topics.top, topics.second], group_by: "video_id" }),
    asked("2 tags by channel", {
      index: "siv_info",
      field: "tags",
      values: [tags.top, tags.second],
      group_by: "channel_name",
    }),
  ];
}
