// Written by `make types` from the types in Python; not to be changed by hand.

export type Edit =
  | ListEdit
  | RenameListEdit
  | SelectListEdit
  | AddListEdit
  | CopyListEdit
  | RemoveListEdit
  | SecondListEdit
  | SecondListFromEdit
  | DropSecondListEdit
  | SwapListsEdit
  | GradeEdit
  | ChooseEdit
  | ChoicesEdit
  | NumbersEdit
  | OpenExampleEdit
  | PasteEdit
  | OpenFileEdit
  | MakeTellingEdit
  | ShowCauseEdit
  | ShowDefinitionEdit
  | ShowAnswerEdit
  | TakeBackEdit
  | ShowProbeEdit
  | OpenLearnEdit
  | ApplyAnswerEdit;
/**
 * An entry of a list, sent as an array.
 *
 * @minItems 3
 * @maxItems 3
 */
export type RetrievedRow = [string, number | null, number | null];
/**
 * A judged document that a list does not retrieve, sent as an array.
 *
 * @minItems 2
 * @maxItems 2
 */
export type MissedRow = [string, number | null];

export interface PageMessages {
  Request: Request;
  OpenRequest: OpenRequest;
  PostedRequest: PostedRequest;
  ClientReport: ClientReport;
  ResponseHead: ResponseHead;
  Edit: Edit;
}
/**
 * A request of the browser; it is complete, so it may be repeated, and any process can respond.
 */
export interface Request {
  state: string;
  edits: Edit[];
  view: ViewState;
  only?: "dialog";
}
/**
 * The list as it is now, which is always sent whole.
 */
export interface ListEdit {
  name: "list";
  rows: RetrievedRow[];
  missed: MissedRow[];
  cutoff?: string | number | boolean | null;
  order?: string[];
  scores?: number[] | null;
}
/**
 * Another name for the list, or none.
 */
export interface RenameListEdit {
  name: "rename_list";
  text: string;
}
/**
 * Another of the lists.
 */
export interface SelectListEdit {
  name: "select_list";
  index: number;
}
/**
 * A new, empty list.
 */
export interface AddListEdit {
  name: "add_list";
}
/**
 * A copy of the list.
 */
export interface CopyListEdit {
  name: "copy_list";
}
/**
 * One list less.
 */
export interface RemoveListEdit {
  name: "remove_list";
}
/**
 * Another order of the second list; it keeps its name unless it gets one.
 */
export interface SecondListEdit {
  name: "second_list";
  order: string[];
  scores?: number[] | null;
  title?: string;
}
/**
 * A second list from elsewhere: a copy of the first, the ideal order, another of the lists, or typed ids.
 */
export interface SecondListFromEdit {
  name: "second_list_from";
  source: "copy" | "ideal" | "ids" | "list";
  index?: number | null;
  text?: string;
}
/**
 * No second list any more.
 */
export interface DropSecondListEdit {
  name: "drop_second_list";
}
/**
 * The second list first.
 */
export interface SwapListsEdit {
  name: "swap_lists";
}
/**
 * A document's grade in both lists, or None for unjudged.
 */
export interface GradeEdit {
  name: "grade";
  doc: string;
  grade?: number | null;
}
/**
 * One choice of the convention, or the metric as the `field` "metric".
 */
export interface ChooseEdit {
  name: "choose";
  field: string;
  value?: string | number | boolean | null;
}
/**
 * Several choices at once, by their fields.
 */
export interface ChoicesEdit {
  name: "choices";
  value: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * How numbers are written.
 */
export interface NumbersEdit {
  name: "numbers";
  value: "decimals" | "fractions";
}
/**
 * A worked example, by its key.
 */
export interface OpenExampleEdit {
  name: "open_example";
  text: string;
  dialog?: string;
}
/**
 * Lists as text.
 */
export interface PasteEdit {
  name: "paste";
  text: string;
  dialog?: string;
}
/**
 * A saved page, or lists as text: the bytes of the file compressed by zlib and written as base64.
 */
export interface OpenFileEdit {
  name: "open_file";
  file_base64?: string;
  dialog?: string;
}
/**
 * The change of the list after which the usual mistakes give different numbers.
 */
export interface MakeTellingEdit {
  name: "make_telling";
}
/**
 * What the card of a worked example names as the cause.
 */
export interface ShowCauseEdit {
  name: "show_cause";
}
/**
 * The example's own definition.
 */
export interface ShowDefinitionEdit {
  name: "show_definition";
}
/**
 * The match that Diagnose shows.
 */
export interface ShowAnswerEdit {
  name: "show_answer";
}
/**
 * The state before a match was followed.
 */
export interface TakeBackEdit {
  name: "take_back";
}
/**
 * The list that Diagnose gives to a tool.
 */
export interface ShowProbeEdit {
  name: "show_probe";
}
/**
 * The question, lesson step or view that Learn shows.
 */
export interface OpenLearnEdit {
  name: "open_learn";
}
/**
 * The state that an answer of Learn leads to.
 */
export interface ApplyAnswerEdit {
  name: "apply_answer";
}
/**
 * How a state is shown.
 */
export interface ViewState {
  language: "en" | "zh";
  page: "compare" | "compare_deferred" | "diagnose" | "explore" | "learn" | "learn_deferred" | "learn_download" | "runs" | "saved" | "sheet";
  open_slot: string | null;
  shows_all_measures: boolean;
  shows_tables: boolean;
  example: string;
  covered: ("charts" | "choices" | "formula" | "score")[];
  term: string;
  hidden: ("charts" | "choices" | "formula" | "score")[];
  locked: boolean;
  guess: string;
  type_size: number;
  page_params: string;
  work: string;
  file_text: string;
  dialog: string;
  draft: string;
  base_url: string;
  is_static: boolean;
}
/**
 * A request for the content of an address, where no server is.
 */
export interface OpenRequest {
  open: Address;
}
/**
 * An address to open: its parameters, and the view of its page.
 */
export interface Address {
  search: string;
  view: ViewState;
}
/**
 * A request that comes over Streamlit, where the server has no route for it: `body` is a `Request` as JSON.
 */
export interface PostedRequest {
  number: number;
  body: string;
}
/**
 * What a client reports of its state and view, and of the session that it knows.
 */
export interface ClientReport {
  number: number;
  state: string;
  view: ViewState;
  session?: unknown;
  server_states?: unknown;
  dialog?: unknown;
  dialogs?: unknown;
}
/**
 * The first line of a response; a line for each part follows: its name, a space, and its payload as JSON.
 */
export interface ResponseHead {
  linkable: boolean;
  state: string;
}
