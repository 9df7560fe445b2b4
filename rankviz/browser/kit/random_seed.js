// The seed of a set of questions that nobody has had before: whoever gets its address has the same questions.

const MOST = 99_999;

export const freshSeed = () => String(1 + Math.floor(Math.random() * MOST));
