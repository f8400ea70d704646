/** Nothing of a file is taken; says why. */
export class RefusedFile extends Error {}
/** It is another one, or has other columns. */
export class WrongColumns extends RefusedFile {}
