/** How a legal server does what the source leaves to it. */
export interface Manner {
  /** Requests are read as strictly as the source allows, or as leniently. */
  reading: 'strict' | 'lax';
  /** Extra content of answers and mails: a few additions, all kinds of them, or none. */
  showing: 'some' | 'much' | 'little';
  /** What lies between a client and the server: nothing at all, or whatever HTTP and mail allow. */
  road: 'smooth' | 'rough';
}
