// A component in a file of its own.
import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense, useState } from "react";

export type Loaded = Promise<{ default: ComponentType }>;

export interface Loadable {
  load: () => Loaded;
  /** Once it was loaded the component itself: `lazy` alone would wait once more, with a skeleton meanwhile. */
  Component: LazyExoticComponent<ComponentType> | ComponentType;
}

export function loadable(fetch: () => Loaded): Loadable {
  const load = async () => {
    const loaded = await fetch();
    one.Component = loaded.default;
    return loaded;
  };
  const one: Loadable = { load, Component: lazy(load) };
  return one;
}

/** Shows it as soon as it is there. It wants a key, where another one may take its place. */
export function WhenLoaded({ of, skeleton }: { of: Loadable; skeleton: ReactNode }) {
  // What was shown first is shown on: as another component it would begin anew.
  const [Component] = useState(() => of.Component);
  return (
    <Suspense fallback={skeleton}>
      <Component />
    </Suspense>
  );
}
