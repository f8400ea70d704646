// Tells the page the number of unread notices. Every response carries it in the X-Notices header, up to 30 s late. The sign-in page loads this too, so
// it holds nothing but the event; features/notices/unread.ts listens to it.

/** Name of the event, whose `detail` is the number as text. */
export const UNREAD = 'avisos'

export const tellUnread = (detail: string) => dispatchEvent(new CustomEvent(UNREAD, { detail }))
