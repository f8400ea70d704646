/** Thrown if a file is refused as a whole: none of its lines is imported. The message says why. */
export class RefusedFile extends Error {}
/** Thrown if the file is of another kind or has other columns than expected. */
export class WrongColumns extends RefusedFile {}
