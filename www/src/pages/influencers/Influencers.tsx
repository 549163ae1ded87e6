// Ranking of creators who mention the brands, or the profile of one creator.
import { useAddress } from "../../view/view.ts";
import { Creators } from "./Creators.tsx";
import { Profile } from "./Profile.tsx";
import "./influencers.css";

export default function Influencers() {
  const { params } = useAddress();
  const creator = params.get("creator");
  return creator ? <Profile key={creator} id={creator} /> : <Creators />;
}
