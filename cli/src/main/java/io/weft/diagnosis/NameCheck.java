package io.weft.diagnosis;

/** Whether the name of this machine leads to it, also for others. */
final class NameCheck {
  private NameCheck() {}

  static Finding finding(SystemFiles files) {
    var variables = System.getenv();
    String name =
        files
            .text("proc/sys/kernel/hostname")
            .orElseGet(
                () ->
                    variables.getOrDefault("HOSTNAME", variables.getOrDefault("COMPUTERNAME", "")));
    return name.isEmpty() ? Finding.unknown("host name") : judge(Lookup.of(name));
  }

  static Finding judge(Lookup own) {
    if (own.addresses().isEmpty()) {
      return Finding.warn(
          "host name",
          own.name() + " does not resolve",
          "add it with the address of this machine to /etc/hosts, or use addresses");
    }
    String found = "%s is %s".formatted(own.name(), own.spoken());
    return own.loopbackOnly()
        ? Finding.warn(
            "host name",
            found + ", where no other host finds this machine",
            "give it its real address in /etc/hosts, or use addresses instead of the name")
        : Finding.ok("host name", found);
  }
}
