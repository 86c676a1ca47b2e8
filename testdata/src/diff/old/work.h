long parse(const char *text);
long checksum(const char *text, long rounds);
long legacy(long n);
long shuffle(long n);
