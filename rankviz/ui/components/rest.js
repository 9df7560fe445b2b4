// Stands on the page for what is sent later, and hands it to the board.
export default function ({ data }, { board }) {
  import(board.js).then((module) => module.more(data));
}
