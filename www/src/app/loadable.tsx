// Lazily loaded components that can be preloaded.
import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense, useState } from "react";

export type ModulePromise = Promise<{ default: ComponentType }>;

export interface Loadable {
  load: () => ModulePromise;
  /**
   * The component to render. After loading it is the component itself: `lazy` would suspend once more and show its
   * skeleton.
   */
  Component: LazyExoticComponent<ComponentType> | ComponentType;
}

export function loadable(fetch: () => ModulePromise): Loadable {
  const load = async () => {
    const loaded = await fetch();
    one.Component = loaded.default;
    return loaded;
  };
  const one: Loadable = { load, Component: lazy(load) };
  return one;
}

/**
 * Renders a loadable component, and `skeleton` until it is loaded. Needs a `key` where it may switch to another
 * component.
 */
export function LazyComponent({ of, skeleton }: { of: Loadable; skeleton: ReactNode }) {
  // Keeps the component of the first render: another component type would lose its state.
  const [Component] = useState(() => of.Component);
  return (
    <Suspense fallback={skeleton}>
      <Component />
    </Suspense>
  );
}
