// Creators who mention the brands: the ranked list, or one of them.
import { usePlanHas } from "../../data/session.ts";
import { NotInPlan } from "../../parts/NotInPlan.tsx";
import { useAddress } from "../../view/view.ts";
import { Creators } from "./Creators.tsx";
import { Profile } from "./Profile.tsx";
import "./influencers.css";

export default function Influencers() {
  const isOpen = usePlanHas("influencers");
  const { params } = useAddress();
  const creator = params.get("creator");
  if (!isOpen) return <NotInPlan title="Influencers">Influencers are the creators who mention your brands, ranked, with what they say and to whom.</NotInPlan>;
  return creator ? <Profile key={creator} id={creator} /> : <Creators />;
}
