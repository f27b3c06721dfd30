/**
 * Memory that requests reserve before they read. All requests of an isolate share a Worker's 128 MB: one of the largest
 * answers fits, two at once do not. Requests that take less than RESERVATION_THRESHOLD reserve nothing.
 */
import { ApiError } from '../api-error.ts';
import { MEMORY_OF_STORED_BYTE, MEMORY_OF_STREAMED_LIST, RESERVATION_THRESHOLD } from '../memory-budget.ts';
import { NANOSECONDS, type WorkBudget } from '../work-budget.ts';

/**
 * Milliseconds between two attempts to reserve. Each request polls with a timer of its own: on Workers no request may
 * wait for another.
 */
const POLL_INTERVAL = 25;
/** Milliseconds after which a request that could not reserve is rejected. */
const MAX_WAIT = 10_000;
/** Milliseconds without activity after which a request counts as dropped: its client no longer reads the answer. */
const MAX_IDLE = 30_000;

interface Reservation {
  bytes: number;
  /** Time of the last activity, in milliseconds. */
  active: number;
}

/** The memory of one request. */
export interface MemoryReservation {
  /** Bytes that are reserved now. */
  readonly bytes: number;
  /**
   * Reserves bytes in addition to those that the request has. Null when they are free, as they usually are; else a
   * promise to wait for, which rejects with ApiError (503) after MAX_WAIT. A request larger than the whole budget takes
   * all of it and runs alone.
   */
  reserve(bytes: number): Promise<void> | null;
  /** The same for bytes that need no reservation until the request has RESERVATION_THRESHOLD of them. */
  reserveSmall(bytes: number): Promise<void> | null;
  /** Marks the request as active: its answer is still being sent. */
  touch(): void;
  /** Frees all of the request's bytes, also those of its parts. */
  release(): void;
  /**
   * A reservation for a part of the work, which may free it earlier.
   * @param budget another than that of this reservation. Of the same, the part may reserve what this one leaves.
   */
  another(budget?: MemoryBudget): MemoryReservation;
}

/** The bytes that all requests of an isolate may reserve together. */
export class MemoryBudget {
  readonly capacity: number;
  readonly now: () => number;
  readonly #sleep: (milliseconds: number) => Promise<void>;
  readonly #reserved = new Set<Reservation>();
  /** First come, first served: small requests do not overtake a large one for ever. */
  readonly #waiting = new Set<Reservation>();

  /** @param capacity bytes @param options for tests */
  constructor(
    capacity: number,
    {
      now = () => performance.now(),
      sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    } = {},
  ) {
    this.capacity = capacity;
    this.now = now;
    this.#sleep = sleep;
  }

  /** Bytes that are reserved now. */
  get reserved(): number {
    let sum = 0;
    for (const { bytes } of this.#reserved) sum += bytes;
    return sum;
  }

  /**
   * @param request frees its bytes when its client disconnects: a Worker runs no other code of such a request. The
   *   signal is only read if the request reserves something, since that takes time.
   */
  forRequest(request: Pick<Request, 'signal'> | null = null): MemoryReservation {
    // Only Workers limit the memory. Deno cancels the answers of such clients, and warns if the signal is read.
    return new RequestReservation(this, Number.isFinite(this.capacity) ? request : null);
  }

  /** As MemoryReservation.reserve. @param isWanted false when the request ended while it waited */
  reserve(reservation: Reservation, isWanted: (reservation: Reservation) => boolean): Promise<void> | null {
    if (this.#tryReserve(reservation)) return null;
    return this.#wait(reservation, isWanted);
  }

  release(reservation: Reservation): void {
    this.#reserved.delete(reservation);
    this.#waiting.delete(reservation);
  }

  /** Reserves the bytes if they are free and no request has waited longer. */
  #tryReserve(reservation: Reservation): boolean {
    reservation.active = this.now();
    for (const list of [this.#reserved, this.#waiting])
      for (const each of list) if (reservation.active - each.active > MAX_IDLE) list.delete(each);
    const [first = reservation] = this.#waiting;
    if (first !== reservation || this.reserved + reservation.bytes > this.capacity) return false;
    this.#waiting.delete(reservation);
    this.#reserved.add(reservation);
    return true;
  }

  async #wait(reservation: Reservation, isWanted: (reservation: Reservation) => boolean): Promise<void> {
    this.#waiting.add(reservation);
    // By the clock, since timers of a busy process are late.
    for (const began = this.now(); this.now() - began < MAX_WAIT; ) {
      await this.#sleep(POLL_INTERVAL);
      if (!isWanted(reservation) || this.#tryReserve(reservation)) return;
      this.#waiting.add(reservation);
    }
    this.#waiting.delete(reservation);
    reservation.bytes = 0;
    throw new ApiError('Too many large answers are in progress. Please try again in a few seconds', 503);
  }
}

/** Created for every request; few reserve anything. */
class RequestReservation implements MemoryReservation {
  readonly #budget: MemoryBudget;
  readonly #request: Pick<Request, 'signal'> | null;
  /** The reservation of which this is a part. */
  readonly #whole: RequestReservation | null;
  #reservations: Reservation[] | null = null;
  #parts: MemoryReservation[] | null = null;
  /** Bytes in use that are not reserved. */
  #small = 0;

  constructor(budget: MemoryBudget, request: Pick<Request, 'signal'> | null, whole: RequestReservation | null = null) {
    this.#budget = budget;
    this.#request = request;
    this.#whole = whole;
  }

  get bytes(): number {
    return this.#reservations?.reduce((bytes, each) => bytes + each.bytes, 0) ?? 0;
  }

  reserve(bytes: number): Promise<void> | null {
    if (!this.#reservations) this.#request?.signal.addEventListener('abort', () => this.release(), { once: true });
    const ofWhole = this.#whole && this.#whole.#budget === this.#budget ? this.#whole.bytes : 0;
    const left = Math.max(0, this.#budget.capacity - this.bytes - ofWhole);
    if (bytes <= 0 || left === 0) return null;
    const reservation = { bytes: Math.min(bytes, left), active: 0 };
    (this.#reservations ??= []).push(reservation);
    return this.#budget.reserve(reservation, (each) => this.#reservations?.includes(each) ?? false);
  }

  reserveSmall(bytes: number): Promise<void> | null {
    this.#small += bytes;
    if (this.#small <= RESERVATION_THRESHOLD) return null;
    const all = this.#small;
    this.#small = 0;
    return this.reserve(all);
  }

  touch(): void {
    for (const each of this.#reservations ?? []) each.active = this.#budget.now();
  }

  release(): void {
    this.#small = 0;
    for (const each of this.#reservations?.splice(0) ?? []) this.#budget.release(each);
    for (const each of this.#parts ?? []) each.release();
  }

  another(budget = this.#budget): MemoryReservation {
    const part = new RequestReservation(budget, this.#request, this);
    (this.#parts ??= []).push(part);
    return part;
  }
}

/** CPU time and memory of one request: part of OperationRequest. */
export interface RequestBudgets {
  work: WorkBudget;
  memory: MemoryReservation;
}

/**
 * Counts the work and reserves the memory of records that are all in memory at once. Throws ApiError (400), or rejects
 * with ApiError (503).
 *
 * @param bytes bytes of the records in the store, compressed @param less how to request less, for the error text
 */
export function reserveForRecords({ work, memory }: RequestBudgets, bytes: number, less: string): Promise<void> | null {
  work.spend(bytes * NANOSECONDS.storedByte, less);
  return reserveMemory(memory, bytes * MEMORY_OF_STORED_BYTE);
}

/** As reserveForRecords, for records that are read while the answer is sent. */
export function reserveForStreamedRecords(
  { work, memory }: RequestBudgets,
  bytes: number,
  less: string,
): Promise<void> | null {
  work.spend(bytes * NANOSECONDS.storedByte, less);
  return reserveMemory(memory, Math.min(bytes * MEMORY_OF_STORED_BYTE, MEMORY_OF_STREAMED_LIST));
}

/** Reserves memory for an answer, in bytes; less than RESERVATION_THRESHOLD in all needs no reservation. */
export function reserveMemory(memory: MemoryReservation, bytes: number): Promise<void> | null {
  return memory.reserveSmall(bytes);
}
