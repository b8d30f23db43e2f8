package io.weft.launch;

import io.weft.job.JobMark;
import io.weft.job.ProcessKey;
import io.weft.job.ThisMachine;
import io.weft.join.JoinOptions;
import io.weft.network.identity.RankSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the environment of a rank from that of the launcher: torchrun's variables and ours. */
final class RankEnvironment {
  /** What an outer launcher says of this process, which is not true of our ranks. */
  private static final List<String> OUTER =
      List.of(
          "GROUP_RANK",
          "GROUP_WORLD_SIZE",
          "HOST_ADDR",
          "HOST_ADDRS",
          "WEFT_TOKEN_FILE",
          LauncherWatch.VARIABLE,
          LauncherWatch.MACHINE_VARIABLE);

  private final Launch launch;
  private final int masterPort;
  private final JobToken token;
  private final String mark;
  private final Optional<ProcessKey> launcher;

  /**
   * @param mark by which all processes of the job are known
   * @param launcher without which ranks end, if there is one
   */
  RankEnvironment(
      Launch launch, int masterPort, JobToken token, String mark, Optional<ProcessKey> launcher) {
    this.launch = launch;
    this.masterPort = masterPort;
    this.token = token;
    this.mark = mark;
    this.launcher = launcher;
  }

  /**
   * Changes an inherited environment into that of a rank. What another launcher said of this
   * process is taken away: it would contradict what we say.
   */
  void apply(int rank, Map<String, String> environment) {
    RankSource.rankVariables().forEach(environment::remove);
    OUTER.forEach(environment::remove);
    environment.put("RANK", Integer.toString(rank));
    environment.put("WORLD_SIZE", Integer.toString(launch.ranks()));
    environment.put("LOCAL_RANK", Integer.toString(rank));
    environment.put("LOCAL_WORLD_SIZE", Integer.toString(launch.ranks()));
    environment.put("MASTER_ADDR", "127.0.0.1");
    environment.put("MASTER_PORT", Integer.toString(masterPort));
    environment.put("WEFT_RANK_PROCESS", "1");
    launcher.ifPresent(it -> environment.put(LauncherWatch.VARIABLE, it.toString()));
    launcher.ifPresent(_ -> environment.put(LauncherWatch.MACHINE_VARIABLE, ThisMachine.name()));
    environment.put(JobMark.VARIABLE, mark);
    environment.put(LauncherWatch.LOG_VARIABLE, launch.log(rank).toAbsolutePath().toString());
    environment.put(JobToken.VARIABLE, token.secret());
    environment.put(
        JoinOptions.RECORDINGS_VARIABLE, launch.logFolder().toAbsolutePath().toString());
  }
}
