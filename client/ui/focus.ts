/** Nothing that anybody chose has the focus: what had it is gone, and the heading has it meanwhile (shell/useLostFocus.ts), or nothing. */
export const isFocusLost = () => document.activeElement?.matches('body, h1') ?? true
