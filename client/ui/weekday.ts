const names = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']

/** 'qua' */
export const shortWeekday = (day: string) => names[new Date(day).getUTCDay()] ?? ''
