/** Pointer, wheel and keys on the canvas, as movements of the view. */
import type { View } from './view.ts';

export interface Moves {
  view(): View;
  /** Moves the view by some pixels to the right. */
  pan(pixels: number): void;
  /** @param at the point that stays, as a fraction of the width */
  zoom(factor: number, at: number): void;
  /** The pointer is over a point of the canvas, or has left it. */
  hover(point: { x: number; y: number } | null): void;
  click(point: { x: number; y: number }): void;
}

/** Pixels of movement before a press counts as a drag. */
const SLACK = 4;
/** Milliseconds of movement after a drag. */
const GLIDE = 0.004;

export function listen(canvas: HTMLCanvasElement, moves: Moves): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let speed = 0;
  let lastMove = 0;
  const at = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [one, other] = [...pointers.values()];
    return one && other ? { middle: (one.x + other.x) / 2, distance: Math.abs(one.x - other.x) + 1 } : null;
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    moved = 0;
    speed = 0;
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const now = at(event);
    if (!before) return moves.hover(now);
    const pinched = spread();
    pointers.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x);
    if (moved < SLACK) return;
    canvas.classList.add('dragged');
    moves.hover(null);
    const pinch = spread();
    if (pinched && pinch) moves.zoom(pinched.distance / pinch.distance, pinch.middle / canvas.clientWidth);
    else moves.pan(before.x - now.x);
    speed = (before.x - now.x) / Math.max(1, event.timeStamp - lastMove);
    lastMove = event.timeStamp;
  });
  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove('dragged');
    if (event.type === 'pointerup' && moved < SLACK) moves.click(at(event));
    else if (event.timeStamp - lastMove < 50 && pointers.size === 0) glide();
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', () => moves.hover(null));
  canvas.addEventListener('dblclick', (event) => moves.zoom(0.5, at(event).x / canvas.clientWidth));
  canvas.addEventListener(
    'wheel',
    (event) => {
      const zooms = event.ctrlKey || event.metaKey || event.altKey;
      // Plain vertical movement scrolls the page.
      if (!zooms && Math.abs(event.deltaX) <= Math.abs(event.deltaY) && !event.shiftKey) return;
      event.preventDefault();
      if (zooms) moves.zoom(Math.exp(event.deltaY * 0.0025), at(event).x / canvas.clientWidth);
      else moves.pan(event.deltaX || event.deltaY);
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if ('factor' in move) moves.zoom(move.factor, 0.5);
    else moves.pan(move.pan * canvas.clientWidth);
  });

  /** Lets the movement of a drag run out. */
  function glide(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let before = performance.now();
    const step = (now: number) => {
      const passed = now - before;
      before = now;
      if (pointers.size > 0 || Math.abs(speed) < 0.02) return;
      moves.pan(speed * passed);
      speed *= Math.exp(-GLIDE * passed);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

const KEYS: Readonly<Record<string, { pan: number } | { factor: number }>> = {
  ArrowLeft: { pan: -0.1 },
  ArrowRight: { pan: 0.1 },
  PageUp: { pan: -0.9 },
  PageDown: { pan: 0.9 },
  '+': { factor: 0.5 },
  '=': { factor: 0.5 },
  '-': { factor: 2 },
};
