/** Nothing of the file is imported. The message says why. */
export class RefusedFile extends Error {}
/** The file is of another kind or has other columns. */
export class WrongColumns extends RefusedFile {}
