/** What the card of a worked example is given, if the page shows one (rankviz/examples/example_card.py). */
export type ExampleCardPayload =
  | { shown: false }
  | {
      shown: true;
      source: string;
      place: string;
      note: string;
      facts: { label: string; value: string }[];
      kind: string;
      sign: string;
      word: string;
      /** the command that leads to the state of the cause, or back */
      button: { name: "show_cause" | "show_definition"; label: string } | null;
      /** what Learn is asked where it asks for this number */
      ask: { place: string; label: string } | null;
    };
