import type { Camera } from './camera.svelte.ts';

const SLACK = 6; // pixels a finger may tremble and still mean a tap

/** Drag, pinch and wheel on the table. A drag is never taken for a click on what lies beneath. */
export function hands(camera: Camera): (node: SVGSVGElement) => () => void {
  return (node) => {
    const down = new Map<number, { x: number; y: number }>();
    let dragged = false;

    const at = (event: MouseEvent) => {
      const box = node.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const spread = () => {
      const [a, b] = [...down.values()];
      return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, far: Math.hypot(a.x - b.x, a.y - b.y) } : null;
    };

    function press(event: PointerEvent): void {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      if (!down.size) dragged = false;
      down.set(event.pointerId, at(event));
    }
    function move(event: PointerEvent): void {
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      if (!dragged && down.size < 2 && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
      if (!dragged) for (const id of down.keys()) node.setPointerCapture(id);
      dragged = true;
      const was = spread();
      down.set(event.pointerId, now);
      const is = spread();
      if (was && is) {
        camera.panBy(is.x - was.x, is.y - was.y);
        if (was.far > 0) camera.zoomAt(is.x, is.y, is.far / was.far);
      } else camera.panBy(now.x - before.x, now.y - before.y);
    }
    const release = (event: PointerEvent) => void down.delete(event.pointerId);
    function click(event: MouseEvent): void {
      if (dragged) event.stopPropagation();
      dragged = false;
    }
    function wheel(event: WheelEvent): void {
      event.preventDefault();
      const here = at(event);
      camera.zoomAt(here.x, here.y, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
    }

    const stop = new AbortController();
    const { signal } = stop;
    node.addEventListener('pointerdown', press, { signal });
    node.addEventListener('pointermove', move, { signal });
    node.addEventListener('pointerup', release, { signal });
    node.addEventListener('pointercancel', release, { signal });
    node.addEventListener('click', click, { signal, capture: true });
    node.addEventListener('wheel', wheel, { signal, passive: false });
    return () => stop.abort();
  };
}
