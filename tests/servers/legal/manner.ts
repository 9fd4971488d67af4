/** How a legal server does what the source leaves to it. */
export interface Manner {
  /** Requests are read as strictly as the source allows, or as leniently. */
  reading: 'strict' | 'lax';
  /** What answers and mails show beside what they have to: a few other things, all kinds of them, or nothing. */
  showing: 'some' | 'much' | 'little';
  /** What lies between a client and the server: nothing at all, or whatever HTTP and mail allow. */
  road: 'smooth' | 'rough';
}
