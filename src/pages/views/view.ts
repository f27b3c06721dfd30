/**
 * What turns the answer of an operation into a page that people look at. A view draws from the answer, and may ask this
 * service further questions. It returns null for an answer that it cannot draw: the page then shows only the JSON.
 */
import type { Release } from '../../release/release.ts';
import type { ScriptName } from '../assets.ts';
import type { Html } from '../html.ts';

export interface View {
  /** Title of the page. With a title, the body contains the `<h1>`; without, the page has that of the operation. */
  title?: string;
  body: Html;
  /** Scripts of src/pages/client that the view uses. It must be complete without them. */
  scripts?: readonly ScriptName[];
}

export interface ViewRequest {
  /** Base path of the service: '/rest'. */
  base: string;
  /** Path parameters of the request, decoded. */
  path: Readonly<Record<string, string>>;
  /** All parameters of the query. */
  query: ReadonlyMap<string, readonly string[]>;
  release: Release;
  /** Whether the answer is too long for a page. The view gets the start of a list, else null, and may ask for less. */
  isCut: boolean;
  /**
   * The JSON answer to a GET of this service, or to a POST; null if it is not 200 or too long, or after MAX_QUESTIONS.
   * @param address path and query below the base path: '/lookup/id/X?expand=1'
   * @param body of a POST
   */
  ask: (address: string, body?: object) => Promise<unknown>;
}

/** What most views need of the release. */
type PageRelease = Pick<Release, 'knows' | 'groupsOf' | 'comparaOfTree' | 'genotypedPopulations'>;

export type PageRequest = Omit<ViewRequest, 'release'> & { release: PageRelease };

export type DrawView = (answer: unknown, request: ViewRequest) => Promise<View | null> | View | null;

/** Most questions of a page to this service. */
export const MAX_QUESTIONS = 16;
/** Most characters of an answer to a question. */
export const MAX_ANSWER_CHARACTERS = 2 * 1024 * 1024;
