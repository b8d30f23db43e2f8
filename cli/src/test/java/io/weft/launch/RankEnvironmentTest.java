package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.identity.RankFlags;
import io.weft.network.identity.RankIdentity;
import io.weft.network.identity.RankSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankEnvironmentTest {
  @Test
  void a_rank_knows_who_it_is_whatever_launcher_is_around_ours() {
    var variables = new HashMap<String, String>();
    RankSource.rankVariables().forEach(name -> variables.put(name, "77"));
    variables.put("PATH", "/bin");
    variables.put("GROUP_WORLD_SIZE", "9");
    var launch = new Launch(4, List.of("true"), Path.of("logs"), Map.of());
    new RankEnvironment(launch, 29500, JobToken.random(), "mark", Optional.empty())
        .apply(2, variables);
    var identity = RankIdentity.of(variables, RankFlags.NONE).orElseThrow();
    assertThat(identity.source()).isEqualTo(RankSource.TORCHRUN);
    assertThat(identity.rank()).isEqualTo(2);
    assertThat(identity.worldSize()).isEqualTo(4);
    assertThat(identity.localRank()).hasValue(2);
    assertThat(identity.localWorldSize()).hasValue(4);
    assertThat(identity.masterHost()).isEqualTo("127.0.0.1");
    assertThat(identity.masterPort()).isEqualTo(29500);
    assertThat(variables).containsEntry("PATH", "/bin").containsEntry("WEFT_RANK_PROCESS", "1");
    assertThat(variables).doesNotContainKey("GROUP_WORLD_SIZE");
  }

  @Test
  void a_token_is_32_random_bytes_that_do_not_print_themselves() {
    var token = JobToken.random();
    assertThat(token.secret()).matches("[0-9a-f]{64}");
    assertThat(token.secret()).isNotEqualTo(JobToken.random().secret());
    assertThat(token.toString()).doesNotContain(token.secret());
  }
}
